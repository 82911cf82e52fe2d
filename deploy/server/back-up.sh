# Backs up the running version. Prints the file and its checksum.
running=$(current_version)
if [ -z "$running" ]; then fail 'No version runs on this server.'; fi
backup=$data/backups/pulled.tgz
run_program "$running" backup.js "$backup" > /dev/null
as_app sha256sum "$backup"
