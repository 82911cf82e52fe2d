# Makes an earlier version run again, by default the one before the running one.
running=$(current_version)
previous=${1:-$(previous_version)}
if [ "$previous" = "$running" ]; then
  echo "Version $running runs already."
  exit
fi
if [ -z "$previous" ] || [ ! -d "$versions/$previous" ]; then fail 'There is no version before the running one on the server.'; fi
if ! reason=$(run_program "$previous" release.js check 2>&1); then
  backup=$data/backups/before-$running.tgz
  time=$(date -u -r "$backup" '+%F %H:%M:%S UTC' 2> /dev/null) || fail "Version $previous cannot run on the data: $reason"
  fail "Version $previous cannot run on the data: $reason The backup from before is $backup, of $time: going back to it would lose everything that was written since."
fi
start_version "$previous" || { last_log; start_version "$running" || true; fail "Version $previous does not get ready. Version $running runs again."; }
echo "Version $previous runs instead of $running."
