# Functions for the scripts in this folder, which npm run deploy sends to a server in front of each of them.
set -euo pipefail
export LC_ALL=C
umask 022

versions=/opt/app/versions
runtimes=/opt/app/runtimes
history=/opt/app/history
data=/var/lib/app
settings=/etc/app.env
address_unit=/etc/systemd/system/app.socket.d/address.conf
early_unit=/etc/systemd/system/app.socket.d/early.conf

fail() {
  echo "$1" >&2
  exit 1
}

# Prints the name of the version that /opt/app/current leads to, or nothing.
current_version() {
  if [ -L /opt/app/current ]; then basename "$(readlink /opt/app/current)"; fi
}

# Prints the name of the version that ran before the running one, or nothing.
previous_version() {
  if [ -e "$history" ]; then awk -v running="$(current_version)" '$2 != running { print $2 }' "$history" | tail -n 1; fi
}

# Runs a program of a version as the user of the server, in the folder of that version.
run_program() {
  local version=$1 program=$2
  shift 2
  (
    cd "$versions/$version"
    export HOME=$data NODE_COMPILE_CACHE=/var/cache/app
    exec runuser -u app -- node_modules/.bin/node "dist-server/$program" "$@"
  )
}

# Ends the script with a message if a version has migrations with which the version that uses the database cannot work.
check_migrations() {
  local version=$1 other=$2 advice=$3 breaking
  breaking=$(run_program "$version" release.js check) || exit 1
  if [ -n "$breaking" ]; then fail "$other cannot work with the new migrations ($breaking). $advice"; fi
}

# Runs a command as the user of the server. Whoever took over that user may have put links into its folder, which root
# must not follow.
as_app() {
  runuser -u app -- "$@"
}

# Prints a setting of the server, which may be in quotes and have a comment behind it.
setting() {
  sed -nE "s/^[[:space:]]*(export[[:space:]]+)?$1[[:space:]]*=[[:space:]]*//p" "$settings" | tail -n 1 |
    sed -E "s/^(['\"\`])(.*)\\1.*\$/\\2/; t; s/[[:space:]]*(#.*)?\$//"
}

# Prints where the server is to listen.
listen_address() {
  local host port
  host=$(setting HOST) port=$(setting PORT)
  case $host in
    '') host=0.0.0.0 ;;
    localhost) host=127.0.0.1 ;;
    *:*) host="[$host]" ;;
  esac
  echo "$host:${port:-3000}"
}

# Prints the address at which programs on this machine reach the server.
own_address() {
  sed -nE 's/^ListenStream=(.+)/\1/p' "$address_unit" | sed -E 's/^(0\.0\.0\.0|\[::\]):/127.0.0.1:/'
}

# Tells whether the server answers that it is ready.
is_ready() {
  local address line
  address=$(own_address | tr -d '[]')
  line=$(timeout 5 bash -c "
    exec 3<> /dev/tcp/${address%:*}/${address##*:}
    printf 'GET /api/ready HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' >&3
    head -n 1 <&3" 2> /dev/null) || return 1
  [[ $line == *' 200 '* ]]
}

# Waits until a version runs and is ready. Returns 1 if it is not after a minute, or if it ended.
wait_until_ready() {
  local version=$1 process limit=$((SECONDS + 60))
  while [ "$SECONDS" -lt "$limit" ]; do
    if is_ready; then
      process=$(systemctl show --property MainPID --value app)
      [ "$(readlink "/proc/$process/cwd")" = "$versions/$version" ]
      return
    fi
    # With Restart=always, it counts the starts that failed.
    if [ "$(systemctl show --property NRestarts --value app)" -gt 2 ]; then return 1; fi
    sleep 0.1
  done
  return 1
}

# Stores its input as a unit, or as a part of one, and sets isUnitChanged if it was another before. Returns 1 if it cannot
# be written. One that did not change needs no room on the disk.
install_unit() {
  local file=/etc/systemd/system/$1 content
  content=$(cat)
  if [ "$content" = "$(cat "$file" 2> /dev/null)" ]; then return; fi
  echo "$content" > "$file.part" && mv -T "$file.part" "$file" && isUnitChanged=yes
}

# Lets the socket listen where the settings say. Ends the script if it cannot, and then leaves it where it was.
place_socket() {
  local before isUnitChanged=
  install -d "${address_unit%/*}"
  before=$(cat "$address_unit" 2> /dev/null) || true
  install_unit "${address_unit#/etc/systemd/system/}" <<< $'[Socket]\nListenStream=\nListenStream='"$(listen_address)"
  if [ -z "$isUnitChanged" ]; then return; fi
  # So that an address that this machine does not have is noticed.
  rm -f "$early_unit"
  systemctl daemon-reload
  # Only a stopped socket takes another address.
  systemctl stop app.socket app 2> /dev/null || true
  if [ -z "$before" ] || systemctl start app.socket 2> /dev/null; then return; fi
  echo "$before" > "$address_unit"
  systemctl daemon-reload
  systemctl start app.socket app
  allow_early_socket
  fail "The server cannot listen on $(listen_address), as HOST and PORT in $settings say. The version before runs on."
}

# Lets the socket start before the machine has the address, as private ones after a boot.
allow_early_socket() {
  local isUnitChanged=
  install_unit "${early_unit#/etc/systemd/system/}" <<< $'[Socket]\nFreeBind=yes'
  if [ -n "$isUnitChanged" ]; then systemctl daemon-reload; fi
}

# Installs the units of a version and makes it the current one. Returns 1 if it cannot.
link_version() {
  local version=$1 unit isUnitChanged=
  for unit in "$versions/$version"/deploy/systemd/*; do
    install_unit "${unit##*/}" < "$unit" || return 1
  done
  if [ -n "$isUnitChanged" ]; then systemctl daemon-reload; fi
  # Unless something else has this name.
  ln -s /opt/app/current/deploy/app /usr/local/bin/app 2> /dev/null || true
  # What is linked must survive a power failure that follows.
  sync -f /opt/app
  ln -sfn "$versions/$version" /opt/app/current.next
  mv -T /opt/app/current.next /opt/app/current
  sync -f /opt/app
}

# Makes a version the current one and starts it. Returns 1 if it does not get ready.
start_version() {
  link_version "$1" || return 1
  systemctl reset-failed app 2> /dev/null || true
  systemctl start app.socket
  systemctl restart app
  wait_until_ready "$1" || return 1
  systemctl enable --quiet app app.socket app-backup.timer
  systemctl start app-backup.timer
  allow_early_socket
  echo "$(date -u +%FT%TZ) $1" >> "$history"
}

# Prints the last lines of the server's log.
last_log() {
  journalctl --unit app --output cat --lines 5 --no-pager >&2 || true
}
