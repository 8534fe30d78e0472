# Lowtide. `make` lists what there is; every target is one line to remember.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

OUT := out
VERSION := $(shell sed -n 's:.*<VersionPrefix>\(.*\)</VersionPrefix>.*:\1:p' Directory.Build.props)
export DOTNET_CLI_TELEMETRY_OPTOUT := 1
export DOTNET_NOLOGO := 1

.PHONY: help build demo test test-full torture gallery strangers bench calibration dist deb reproducible format clean

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

dist: ## one self-contained file that needs no .NET, as a tar.gz; the NuGet package of Lowtide.Collections; SBOM and SHA-256 sums
	@eng/install-packages build
	@eng/dist $(VERSION)
	@eng/pack $(OUT)/dist $(VERSION)
	@cd $(OUT)/dist && sha256sum -- *.tar.gz *.spdx.json *nupkg > SHA256SUMS && cat SHA256SUMS

deb: ## the Debian package, out/dist/lowtide_VERSION_amd64.deb, with the service lowtide-serve; lintian looks at it
	@eng/install-packages deb
	eng/publish $(OUT)
	@eng/deb $(OUT) $(OUT)/dist $(VERSION)

reproducible: ## what HEAD ships, built twice in two places and compared (20 minutes)
	@eng/install-packages build
	@eng/reproducible

format: ## put the code into the house's style
	dotnet format Lowtide.slnx

clean: ## remove what was built
	rm -rf $(OUT) src/report-page/node_modules src/*/bin src/*/obj tests/*/bin tests/*/obj bench/*/bin bench/*/obj
