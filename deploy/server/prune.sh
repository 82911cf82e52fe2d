# Deletes versions and backups of deployments beyond a count, and packages that no version uses. The version that was just
# uploaded stays: its name is not the newest if the clock of whoever deployed before was ahead.
count=$1 uploaded=$2
running=$(current_version)
previous=$(previous_version)
ls "$versions" | sort | head -n "-$count" | while read -r version; do
  case $version in
    "$uploaded" | "$running" | "$previous") ;;
    *) rm -rf "${versions:?}/$version" ;;
  esac
done
# One more backup follows.
{ ls -t "$data"/backups/before-*.tgz 2> /dev/null || true; } | tail -n "+$count" |
  as_app xargs -r -d '\n' rm -f --
# Fails for a folder that is no link.
used=$(readlink "$versions"/*/node_modules) || true
for runtime in "$runtimes"/*; do
  grep -qF "$runtime/" <<< "$used" || rm -rf "${runtime:?}"
done
