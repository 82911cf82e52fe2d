# Backs up the running version and tries a version on that copy of the data. Ends when its input does.
version=$1 allowsInterruption=$2
running=$(current_version)
backup=$data/backups/before-$version.tgz

if [ -z "$allowsInterruption" ]; then
  breaking=$(run_program "$version" release.js check) || exit 1
  if [ -n "$breaking" ]; then
    fail "The running version cannot work with the new migrations ($breaking). Repeat with --with-interruption: the server stops while they run."
  fi
fi
run_program "$running" backup.js "$backup" > /dev/null < /dev/null
run_program "$version" release.js rehearse "$backup" "$versions/$running"
