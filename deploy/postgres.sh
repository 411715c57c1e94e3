# Debian's PostgreSQL on this machine. Read by the package's scripts and by deploy/operate.

# Not to standard output: debconf reads that of the package's scripts.
say() { echo "$@" >&2; }

# From a folder that its account may enter: psql warns of others, such as /root.
sql() { (cd / && runuser --user postgres -- psql --no-psqlrc --quiet --tuples-only --no-align "$@"); }

# The same order of text on every machine.
create_database() {
  sql --command="CREATE DATABASE ${1:-membership} OWNER membership ENCODING 'UTF8' TEMPLATE template0 LC_COLLATE 'C.UTF-8' LC_CTYPE 'C.UTF-8'"
}
