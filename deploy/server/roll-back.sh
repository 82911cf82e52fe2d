# Makes the version before the running one run again.
running=$(current_version)
previous=$(previous_version)
if [ -z "$previous" ] || [ ! -d "$versions/$previous" ]; then fail 'There is no version before the running one on the server.'; fi
if ! reason=$(run_program "$previous" release.js check 2>&1); then
  backup=$data/backups/before-$running.tgz
  fail "Version $previous cannot run on the data: $reason The backup from before is $backup, of $(date -u -r "$backup" '+%F %H:%M:%S UTC' 2> /dev/null || echo 'unknown time'): going back to it would lose everything that was written since."
fi
start_version "$previous" || { last_log; start_version "$running" || true; fail "Version $previous does not get ready. Version $running runs again."; }
echo "Version $previous runs instead of $running."
