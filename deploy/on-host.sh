#!/bin/sh
# What npm run deploy runs on the server, as root, in the release that it has just copied there:
#   on-host.sh setup caddy     the first time (or nginx): packages, user, settings, units, proxy
#   on-host.sh publish         this release replaces the running one
#   on-host.sh back            the release before replaces the running one
#   on-host.sh restart         one process after the other, when settings changed
# Releases are in /srv/site/releases; /srv/site/current and previous are links to two of them.
set -eu
action=${1:-}
release=$(cd "$(dirname "$0")/.." && pwd -P)
cd /srv/site

fail() {
  echo "$*" >&2
  exit 1
}

prepare() {
  export DEBIAN_FRONTEND=noninteractive
  node=$(/usr/bin/node -p 'process.versions.node.split(".")[0]' 2>/dev/null || echo 0)
  test "$node" -ge 24 ||
    fail 'The server needs Node 24 or newer as /usr/bin/node; nodejs.org/en/download says how to get it. Nothing was changed.'
  apt-get update -qq
  case $1 in
    caddy) apt-get install -y -qq curl caddy ;;
    nginx) apt-get install -y -qq curl nginx certbot python3-certbot-nginx ;;
    *) fail "The proxy is ‘$1’; wanted: caddy or nginx." ;;
  esac
  echo "Packages are installed."
  id -u site >/dev/null 2>&1 || useradd --system --home-dir /var/lib/site --shell /usr/sbin/nologin site
  test -e /etc/site.env || cp "$release/.env.example" /etc/site.env
  grep -q '^DATABASE_URL=' /etc/site.env ||
    echo 'DATABASE_URL=file:/var/lib/site/enquiries.db' >>/etc/site.env
  chown root:site /etc/site.env
  chmod 640 /etc/site.env
  cp "$release"/deploy/site* /etc/systemd/system/
  systemctl daemon-reload
  systemctl enable -q site@4321 site@4322
  systemctl enable -q --now site-backup.timer
  echo "User, settings and units are set up."
}

place_proxy() {
  if test "$1" = caddy; then
    ln -sf /srv/site/current/deploy/Caddyfile /etc/caddy/Caddyfile
    systemctl restart caddy
  else
    names=$(sed -n 's/^ *server_name \(.*\);$/\1/p' current/deploy/nginx.conf | head -n 1)
    certbot certonly --nginx -n -q --agree-tos --register-unsafely-without-email \
      --deploy-hook 'systemctl reload nginx' -d "$(echo "$names" | tr ' ' ',')"
    # Debian's 768 connections can be filled by one address that sends half a request on each.
    grep -q worker_rlimit_nofile /etc/nginx/nginx.conf ||
      sed -i 's/worker_connections 768;/worker_connections 8192;/; 1i worker_rlimit_nofile 20000;' /etc/nginx/nginx.conf
    rm -f /etc/nginx/sites-enabled/default
    ln -sf /srv/site/current/deploy/nginx.conf /etc/nginx/sites-enabled/site
    systemctl restart nginx
  fi
  echo "The proxy ($1) is set up."
}

# The proxy reads its file again only if this release has another one.
reload_proxy() {
  if test -L /etc/caddy/Caddyfile; then
    cmp -s "$1/deploy/Caddyfile" "$2/deploy/Caddyfile" || systemctl reload caddy
  elif test -L /etc/nginx/sites-enabled/site; then
    cmp -s "$1/deploy/nginx.conf" "$2/deploy/nginx.conf" || systemctl reload nginx
  fi
}

# Open pages still request hashed files of the other release; names never clash.
carry_over() {
  for file in "$1"/dist/client/_astro/*; do
    test -e "$2/dist/client/_astro/${file##*/}" || cp -p "$file" "$2/dist/client/_astro/"
  done
}

# Called in a condition, where set -e has no effect: each step handles its own failure.
start() {
  ln -sfn "$1" current.new && mv -T current.new current || return 1
  cp current/deploy/site* /etc/systemd/system/ && systemctl daemon-reload || return 1
  for port in 4321 4322; do
    systemctl restart "site@$port" || return 1
    if ! curl -fs -o /dev/null --max-time 10 --retry 30 --retry-delay 1 --retry-all-errors "http://127.0.0.1:$port/readyz"; then
      echo "$1 does not answer on port $port (/readyz). The end of its log:" >&2
      journalctl --no-pager -n 20 -u "site@$port" >&2
      return 1
    fi
    echo "$1 answers on port $port."
  done
}

# Switches from the running release to another, and back if that does not answer.
switch() {
  from=$(readlink current || true)
  test "$from" != "$1" || fail "$1 is running already."
  test -z "$from" || carry_over "$from" "$1"
  if start "$1" && { test -z "$from" || reload_proxy "$from" "$1"; }; then
    test -z "$from" || ln -sfn "$from" previous
    return
  fi
  test -n "$from" || fail "$1 could not be started."
  start "$from" || fail "Neither does $from answer. Log in and look."
  fail "$1 was not published. $from is running again."
}

publish() {
  chmod -R a+rX,go-w "$release"
  if test -e current && test -e /var/lib/site/enquiries.db && systemctl is-enabled -q site-backup.timer; then
    systemctl start site-backup || fail 'The backup failed (journalctl -u site-backup). Nothing was changed.'
    echo "The enquiries are backed up."
  fi
  switch "releases/${release##*/}"
  # Keeps the newest five, and the two that are linked to.
  for old in $(ls -r releases | tail -n +6); do
    case "releases/$old" in
      "$(readlink current)" | "$(readlink previous || true)") ;;
      *) rm -rf "releases/$old" ;;
    esac
  done
}

case $action in
  setup)
    prepare "${2:-}"
    publish
    place_proxy "$2"
    ;;
  publish) publish ;;
  back)
    test -e previous || fail 'No release ran before this one. Nothing was changed.'
    switch "$(readlink previous)"
    ;;
  restart) start "$(readlink current)" || fail 'Correct /etc/site.env, then run this again.' ;;
  *) fail "on-host.sh does not know ‘$action’; wanted: setup, publish, back or restart." ;;
esac
