# Backs up the running version. Prints the file and its checksum.
running=$(current_version)
if [ -z "$running" ]; then fail 'No version runs on this server.'; fi
backup=$data/backups/pulled.tgz
run_program "$running" backup.js "$backup.new" > /dev/null
mv -T "$backup.new" "$backup"
sha256sum "$backup"
