# Backs up the running version and tries a version on that copy of the data. Ends when its input does.
version=$1 withInterruption=$2
running=$(current_version)
backup=$data/backups/before-$version.tgz

if [ -z "$withInterruption" ]; then
  check_migrations "$version" 'The running version cannot work with new migrations. Repeat with --with-interruption: the server stops while they run.'
fi
run_program "$running" backup.js "$backup" > /dev/null < /dev/null
run_program "$version" release.js rehearse "$backup" "$versions/$running"
