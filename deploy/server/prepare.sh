# Installs the one library that Node needs, creates the user and the folders, and stores the settings, its input, of
# which it gets the size.
has_libatomic() {
  [[ $(ldconfig -p) == *libatomic.so.1* ]]
}

if ! has_libatomic; then
  if command -v apt-get > /dev/null; then
    { apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120 install --no-install-recommends libatomic1; } > /dev/null
  elif command -v dnf > /dev/null; then
    dnf --quiet --assumeyes install libatomic > /dev/null
  fi || fail 'The package with libatomic.so.1, which Node needs, could not be installed. Install it by hand, on Debian: apt-get install libatomic1'
  has_libatomic || fail 'Node needs libatomic.so.1. Install the package that has it.'
fi
id app > /dev/null 2>&1 || useradd --system --user-group --home-dir "$data" --shell /usr/sbin/nologin app
install -d "$versions" "$runtimes"
install -d -o app -g app -m 700 "$data" /var/cache/app
as_app install -d -m 700 "$data/backups"
# Left behind by a deployment that was interrupted.
rm -rf "$versions"/*.part "$runtimes"/*.part /opt/app/caddy.part
as_app rm -rf "$data"/backups/before-*.part
if [ "$1" -gt 0 ]; then
  (umask 077 && cat > "$settings.part")
  if [ "$(stat --format %s "$settings.part")" != "$1" ]; then fail 'The connection was lost.'; fi
  chown root:app "$settings.part"
  chmod 640 "$settings.part"
  mv -T "$settings.part" "$settings"
fi
