# Backs up the running version and tries a version on that copy of the data. Ends when its input does.
version=$1 withInterruption=$2
running=$(current_version)
backup=$data/backups/before-$version.tgz

if [ -z "$withInterruption" ]; then
  check_migrations "$version" 'The running version' 'Repeat with --with-interruption: the server stops while they run.'
else
  # What they write during the switch would be missing if the data must be restored.
  others=$(run_program "$version" release.js others) || exit 1
  if [ -n "$others" ]; then fail "Other servers use the database: $others. Stop them first (docs/deploy/several-servers.md#upgrade-and-rollback)."; fi
fi
run_program "$running" backup.js "$backup" > /dev/null < /dev/null
# If a switch with an interruption was killed after its migrations, only the new version can use the data.
if run_program "$running" release.js check > /dev/null 2>&1 < /dev/null; then
  run_program "$version" release.js rehearse "$backup" "$versions/$running"
fi
