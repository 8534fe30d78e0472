# Read by run, serve and load. A program is a file of bash below programs/ that sets and defines:
#   packages      array: Debian's packages that bring it
#   prepare       function: fills $home once (configuration, database, sample data); an empty folder that is kept
#   serve [HOW]   function: becomes the server (exec), on 127.0.0.1:$PORT, in the foreground; SIGTERM ends it and all below it.
#                 HOW is "preload" where preloads=yes: the same server with its application loaded before the fork
#   ready         path that answers below 500 once it serves
#   load          array: options of 'lowtide load' (--rate, -n, --path ...): some 20 seconds of what its users would ask
# Of a program without an address, instead of the last two:
#   is_ready      function: status 0 once it works
#   give_load     function: a counted amount of work, done when it returns
# Optional: preloads=yes; stop_signal=INT; dotnet=yes (its memory is no family's, and it needs no fork).
strangers=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
lowtide=${LOWTIDE:-$strangers/../../out/lowtide}

load_program() { # its name
    local file="$strangers/programs/$1"
    [ -f "$file" ] || { echo "no program '$1'; there are: $(ls "$strangers/programs" | tr '\n' ' ')" >&2; exit 2; }
    home="${STRANGERS_HOME:-$strangers/../../out/strangers}/$1"
    mkdir -p "$home"
    home=$(cd "$home" && pwd)
    preloads='' stop_signal=TERM dotnet='' ready=/ load=()
    # shellcheck source=/dev/null
    . "$file"
}

prepare_program() { # installs it and fills its folder, once
    local missing=() package
    for package in "${packages[@]}"; do
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
    done
    if [ ${#missing[@]} -gt 0 ]; then
        # RUNLEVEL=1: no package starts its own server (invoke-rc.d(8)).
        DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends "${missing[@]}" \
            >"$home/install.log" 2>&1 ||
            { tail -5 "$home/install.log" >&2; echo "$1: not installed; all it said: $home/install.log" >&2; return 1; }
    fi
    [ ! -e "$home/.prepared" ] || return 0
    # By itself: left of && or || the shell would pass over set -e.
    bash -c 'set -eu; . "$1/parts/program.sh"; load_program "$2"; prepare' prepare "$strangers" "$1" >"$home/prepare.log" 2>&1
    if [ $? -ne 0 ]; then
        tail -5 "$home/prepare.log" >&2
        echo "$1: not prepared; all it said: $home/prepare.log" >&2
        return 1
    fi
    touch "$home/.prepared"
}
