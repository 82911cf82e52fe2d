# Deletes versions and backups of deployments beyond a count, and packages that no version uses.
count=$1
running=$(current_version)
previous=$(awk -v running="$running" '$2 != running { print $2 }' "$history" | tail -n 1)
ls "$versions" | sort | head -n "-$count" | while read -r version; do
  if [ "$version" != "$running" ] && [ "$version" != "$previous" ]; then rm -rf "${versions:?}/$version"; fi
done
{ ls -t "$data"/backups/before-*.tgz 2> /dev/null || true; } | tail -n "+$((count + 1))" | while read -r backup; do rm -f "$backup"; done
for runtime in "$runtimes"/*; do
  readlink "$versions"/*/node_modules | grep -qF "$runtime/" || rm -rf "$runtime"
done
