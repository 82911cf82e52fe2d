# Migrates and makes a version the running one. If it does not get ready, the version before runs again.
version=$1 withInterruption=$2
before=$(current_version)
backup=$data/backups/before-$version.tgz
log='journalctl --unit app'

go_back() {
  if [ -z "$before" ]; then
    systemctl stop app.socket app
    last_log
    fail "The version does not get ready on this server, and was stopped. The log: $log"
  fi
  start_version "$before" || { last_log; fail "Neither this version nor the one before gets ready. The log: $log"; }
  fail "$1 The version before runs again. The log: $log"
}

restore_and_go_back() {
  systemctl stop app.socket app
  { run_program "$version" release.js set-aside && run_program "$before" restore.js "$backup"; } ||
    fail "$1 The backup could not be restored, and the server is stopped. The backup: $backup"
  go_back "$1 The data were restored from $backup."
}

if [ -z "$withInterruption" ] || [ -z "$before" ]; then
  if [ -z "$before" ]; then
    check_migrations "$version" 'Another version, which uses this database,' 'Set this server up with that version first.'
  fi
  run_program "$version" migrate.js || fail "The migrations failed.${before:+ The version before runs on.}"
  place_socket
  start_version "$version" || { last_log; go_back 'The new version does not get ready.'; }
else
  place_socket
  systemctl stop app.socket app
  run_program "$before" backup.js "$backup" > /dev/null || { systemctl start app.socket app; fail 'The backup failed. The version before runs on.'; }
  run_program "$version" migrate.js || restore_and_go_back 'The migrations failed.'
  start_version "$version" || { last_log; restore_and_go_back 'The new version does not get ready.'; }
fi
