#!/bin/sh
# Installs this release on a server with Debian or Ubuntu, as way A in docs/running-it.md: the program in /srv/site, the
# community's content in /srv/community, the database in /srv/data, settings in /etc/website.env, a service, and Caddy in
# front. Run it as root from the unpacked release. You can run it again, also to install a newer release. Settings, the
# database, the community's files and files that somebody changed stay as they are.
set -eu

usage='sh deploy/install.sh www.example.org [--without-caddy]'
site=/srv/site
program=$site/program
community=/srv/community
data=/srv/data
settings=/etc/website.env
unit=/etc/systemd/system/website.service
command=/usr/local/bin/website
caddyfile=/etc/caddy/Caddyfile
kept_releases=3

say() { printf '%s\n' "$*"; }
fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

domain=
with_caddy=yes
for argument in "$@"; do
  case $argument in
    --without-caddy) with_caddy=no ;;
    -*) fail "$usage" ;;
    *) domain=$argument ;;
  esac
done

release=$(cd "$(dirname "$0")/.." && pwd -P)
[ "$(id -u)" = 0 ] || fail "Run this script as root: sudo $usage"
if [ ! -f "$release/dist/server/main.js" ] || [ -d "$release/src" ]; then
  fail "$release is not an unpacked release. docs/releases.md explains how to get one."
fi
# shellcheck source=/dev/null
. /etc/os-release
case " ${ID:-} ${ID_LIKE:-} " in
  *' debian '* | *' ubuntu '*) ;;
  *) fail "This is ${PRETTY_NAME:-an unknown system}. This script supports Debian and Ubuntu. docs/running-it.md describes each step." ;;
esac
if [ -f "$settings" ] && [ -z "$domain" ]; then
  domain=$(sed -n 's|^PUBLIC_URL=https://\([^/]*\)/*$|\1|p' "$settings")
fi
case $domain in
  '' | *[!a-zA-Z0-9.-]* | .* | *. | -*) fail "Name the domain of your site: $usage" ;;
esac

# The oldest Node that the site runs on is 20.19.
new_enough() {
  command -v node >/dev/null &&
    node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)'
}
packages=
new_enough || packages=nodejs
[ "$with_caddy" = no ] || command -v caddy >/dev/null || packages="$packages caddy"
if [ -n "$packages" ]; then
  say "Installing $packages"
  export DEBIAN_FRONTEND=noninteractive
  apt-get -qq update
  # shellcheck disable=SC2086 # two names
  apt-get -qq install -y --no-install-recommends $packages >/dev/null
fi
new_enough || fail "The Node of this system is $(node --version 2>/dev/null || say missing), and the site needs 20.19 or newer.
Use Debian 13, or install a newer Node as https://nodejs.org/en/download describes, and run this script again. The site was not changed."
node=$(command -v node)

id website >/dev/null 2>&1 || {
  say 'Creating the user website'
  if command -v adduser >/dev/null; then
    adduser --quiet --system --group --no-create-home --home "$site" website
  else
    useradd --system --user-group --no-create-home --home-dir "$site" --shell /usr/sbin/nologin website
  fi
}

runuser -u website -- "$node" --version >/dev/null 2>&1 ||
  fail "The user website cannot run $node. Install Node for all users, and run this script again."

# Writes the standard input to a file, unless the file has the same content. A file that differs from the version that
# this script wrote last was changed by somebody. It stays as it is, and a message says so.
put() {
  file=$1
  mode=$2
  last=$site/written/$(basename "$file")
  mkdir -p "$site/written"
  cat >"$last.new"
  if [ ! -e "$file" ] || cmp -s "$file" "$last" 2>/dev/null; then
    cmp -s "$file" "$last.new" 2>/dev/null || say "Wrote $file"
    install -m "$mode" "$last.new" "$file"
    mv "$last.new" "$last"
  elif cmp -s "$file" "$last.new"; then
    mv "$last.new" "$last"
  else
    rm "$last.new"
    say "$file was changed and stays as it is. docs/running-it.md shows what this release expects."
  fi
}

version=$(node -p 'require(process.argv[1]).version' "$release/package.json")
installed=$site/releases/$version
mkdir -p "$site/releases"
if [ "$release" != "$installed" ]; then
  say "Copying version $version to $installed"
  rm -rf "$installed.new"
  cp -R "$release" "$installed.new"
  chown -R root:root "$installed.new"
  chmod -R u=rwX,go=rX "$installed.new"
  # If this version is installed already, the new copy replaces it.
  if [ -d "$installed" ]; then mv "$installed" "$installed.old"; fi
  mv "$installed.new" "$installed"
  rm -rf "$installed.old"
fi
touch "$installed"
if [ -e "$program" ] && [ ! -L "$program" ]; then
  fail "$program is not a link that this script created. It may be a clone. Move it and run this script again. It does not contain your records."
fi
before=$(readlink "$program" 2>/dev/null || :)
ln -s "releases/$version" "$program.new.$$"
mv -T "$program.new.$$" "$program"

if [ ! -e "$community" ]; then
  cp -R "$installed/community" "$community"
  chown -R website:website "$community"
  say "Copied the shipped community to $community. Change it there."
fi
install -d -o website -g website -m 700 "$data"

if [ ! -e "$settings" ]; then
  (
    umask 077
    cat >"$settings" <<END
# The settings of the site. README.md lists all of them. After a change: systemctl restart website
PUBLIC_URL=https://$domain
TRUST_PROXY=1
DATA_DIR=$data
COMMUNITY_DIR=$community
TZ=$(cat /etc/timezone 2>/dev/null || say UTC)
# From https://discord.com/developers/applications. docs/running-it.md explains how.
DISCORD_CLIENT_ID=
DISCORD_CLIENT_SECRET=
DISCORD_GUILD_ID=
DISCORD_BOT_TOKEN=
# Your own Discord ID. You stay owner whatever your roles in Discord are.
OWNER_IDS=
END
  )
  say "Wrote $settings. Fill in the values from Discord."
fi
chown root:website "$settings"
chmod 640 "$settings"

put "$unit" 644 <<END
[Unit]
Description=Community website
After=network-online.target
Wants=network-online.target

[Service]
User=website
WorkingDirectory=$program
Environment=ENV_FILE=$settings
ExecStart=$node --max-semi-space-size=4 scripts/start.mjs
Restart=always
RestartSec=5
TimeoutStopSec=20
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=yes
ReadWritePaths=$data
PrivateTmp=yes

[Install]
WantedBy=multi-user.target
END

put "$command" 755 <<END
#!/bin/sh
# website NAME ARGUMENTS: runs a command of the site, such as doctor or backup, as the site's user and with its settings.
exec runuser -u website -- env ENV_FILE=$settings $node $program/scripts/command.mjs "\$@"
END

if [ "$with_caddy" = yes ]; then
  # The Caddyfile of Caddy's package is only an example, so this script replaces it.
  shipped=$(dpkg-query -W -f='${Conffiles}' caddy 2>/dev/null | sed -n "s|^ $caddyfile \([0-9a-f]*\).*|\1|p")
  if [ -n "$shipped" ] && [ "$shipped" = "$(md5sum <"$caddyfile" 2>/dev/null | cut -d' ' -f1)" ]; then
    mv "$caddyfile" "$caddyfile.shipped"
  fi
  put "$caddyfile" 644 <<END
$domain {
	reverse_proxy 127.0.0.1:3000 {
		# Visitors who open a page while the site restarts wait for it.
		lb_try_duration 20s
	}
}
END
fi

# Keep the releases that were installed last, and the one that ran before.
find "$site/releases" -mindepth 1 -maxdepth 1 -type d -printf '%T@ %f\n' | sort -rn | tail -n +$((kept_releases + 1)) |
  while read -r _ old; do
    [ "releases/$old" = "$before" ] || rm -rf "${site:?}/releases/$old"
  done

setting() { sed -n "s/^$1=//p" "$settings" | tail -n 1; }
if [ ! -d /run/systemd/system ]; then
  systemctl enable website >/dev/null 2>&1 || :
  say "Installed version $version. systemd is not running, so the site was not started."
elif [ -z "$(setting DISCORD_CLIENT_ID)" ]; then
  systemctl daemon-reload
  systemctl enable --quiet website
  say "Installed version $version. Fill in $settings and $community/site.yaml, then: systemctl restart website caddy"
else
  systemctl daemon-reload
  systemctl enable --quiet website
  systemctl restart website
  [ "$with_caddy" = no ] || systemctl reload-or-restart caddy
  say "Installed version $version and started it. Check it with: website doctor. Read its log with: journalctl --unit website"
fi
[ -z "$before" ] || [ "$before" = "releases/$version" ] ||
  say "To go back to ${before#releases/}: systemctl stop website; website rollback; ln -sfn $before $program; systemctl start website"
