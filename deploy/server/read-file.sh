# Prints a file that the user of the server may read.
as_app cat "$1"
