# Lowtide. `make` lists what there is; every target is one line to remember.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

OUT := out
PORTABLE := $(OUT)/portable
VERSION := $(shell sed -n 's:.*<VersionPrefix>\(.*\)</VersionPrefix>.*:\1:p' Directory.Build.props)
export DOTNET_CLI_TELEMETRY_OPTOUT := 1
export DOTNET_NOLOGO := 1

.PHONY: help build demo test test-full torture gallery strangers bench calibration portable dist deb rpm image release reproducible format clean

help: ## what there is (this)
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

build: ## the program at out/lowtide
	@eng/install-packages build
	eng/publish $(OUT)
	@echo "built: $(OUT)/lowtide"

demo: ## the whole story on a real Django server: ps, explain, trial, report (the trial takes 2 minutes on two idle cores)
	@eng/demo

demo-serve: ## a Django server loses its sharing beside 'lowtide serve', which says so and why (2 minutes)
	@eng/demo-serve

test: ## every test that fits in 20 minutes; ends with "N passed, N failed"
	@eng/install-packages test
	@eng/test

test-full: ## every Python, distribution, study and browser, part by part; 'eng/test --full PART' runs one
	@eng/install-packages test
	@eng/test --full

torture: ## kills, mutated inputs, hostile programs and limits, thousands of times (90 minutes); 'eng/torture PART' runs one part
	@eng/install-packages test
	@eng/torture

gallery: ## every screen as text and as a picture in out/gallery: look at it after a change of words
	@eng/install-packages test
	@eng/gallery

strangers: ## explain and a trial of its first suggestion on programs that we did not write (two hours); 'studies/strangers/run NAME' tries one
	@eng/install-packages test
	eng/publish $(OUT)
	@studies/strangers/run

bench: ## timings as ratios side by side, and real A/A trials (seven hours, four of them for the trials); 'bench/run NAME' runs one
	@eng/install-packages bench
	@bench/run

calibration: ## how often simulated trials claim what is not so, and miss what is (minutes)
	@dotnet run --project bench/Lowtide.Calibration -c Release

portable: # what is given away, of which the next four are made
	@eng/install-packages build
	eng/portable $(PORTABLE)

dist: portable ## one file that needs nothing but glibc 2.28, as a tar.gz with its SBOM; the NuGet package of Lowtide.Collections
	@eng/dist $(PORTABLE) $(OUT)/dist $(VERSION)
	@eng/pack $(OUT)/dist $(VERSION)

deb: portable ## the Debian package, out/dist/lowtide_VERSION_amd64.deb, with the service lowtide-serve; lintian looks at it
	@eng/install-packages deb
	@eng/deb $(PORTABLE) $(OUT)/dist $(VERSION)

rpm: portable ## the same as an .rpm, for Red Hat 8 and the like
	@eng/install-packages rpm
	@eng/rpm $(PORTABLE) $(OUT)/dist $(VERSION)

image: portable ## the OCI image, out/dist/lowtide-VERSION-oci.tar, without an engine; as root
	@eng/install-packages image
	@eng/image $(PORTABLE) $(OUT)/dist $(VERSION)

release: ## all of that of one version, tested, with sums, notes and a checklist, in out/release: make release VERSION=1.2.3 (nothing is pushed)
	@eng/release $(VERSION)

reproducible: ## HEAD's archive and NuGet package, built twice in two places and compared (20 minutes)
	@eng/install-packages build
	@eng/reproducible

format: ## put the code into the house's style
	dotnet format Lowtide.slnx

clean: ## remove what was built, but for releases
	find $(OUT) -mindepth 1 -maxdepth 1 ! -name release -exec rm -rf {} +
	rm -rf src/report-page/node_modules src/dashboards/node_modules src/sqlite/node_modules src/*/bin src/*/obj tests/*/bin tests/*/obj bench/*/bin bench/*/obj
