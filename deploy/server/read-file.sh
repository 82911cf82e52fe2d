# Prints a file.
cat "$1"
