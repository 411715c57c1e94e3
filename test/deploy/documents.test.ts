import assert from 'node:assert/strict';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { bootBox, type Box, commandsIn, mustIn, noBox } from '#test/support/deploy/box.ts';
import { buildTwoVersions } from '#test/support/deploy/two-versions.ts';
import { until } from '#test/support/outage.ts';

/** Stands in for the authority that signs certificates, and for the DNS entry. */
const authority = `set -e
echo '127.0.0.1 members.example.org' >> /etc/hosts
mkdir /root/pebble && cd /root/pebble
openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout key.pem -out cert.pem
cat > config.json << END
{"pebble":{"listenAddress":"127.0.0.1:14000","managementListenAddress":"127.0.0.1:15000","certificate":"/root/pebble/cert.pem",
"privateKey":"/root/pebble/key.pem","httpPort":80,"tlsPort":443}}
END
systemd-run --unit pebble --setenv=PEBBLE_VA_NOSLEEP=1 pebble -config /root/pebble/config.json
cp cert.pem /etc/caddy/pebble.pem
sed -i '1i {\\n\\tacme_ca https://localhost:14000/dir\\n\\tacme_ca_root /etc/caddy/pebble.pem\\n}' /etc/caddy/Caddyfile
systemctl restart caddy`;

test(
  'the commands of the documents work on a new Debian, in their order @full',
  { skip: noBox },
  async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'membership-documents-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const [version, next] = await buildTwoVersions(folder);
    const packages = ['postgresql', 'caddy', 'curl', 'pebble', 'openssl', 'procps', 'rclone'];
    const box = await bootBox(t, 'bookworm', packages);
    await cp(folder, join(box.root, 'root'), { recursive: true });
    const must = mustIn(box);
    must(authority);
    answer(box);

    const commands = await commandsIn('docs/install.md', '# Put it on a server');
    // Its check of the public address needs the certificate.
    assert.equal(commands.pop(), 'sudo membership doctor');
    for (const command of commands) {
      // It waits for an answer of the person.
      must(command.replace('apt-get install', 'apt-get install --yes'));
    }
    must(
      'for n in $(seq 30); do curl --silent --insecure https://localhost:15000/roots/0 > /etc/ssl/pebble.pem && break; sleep 1; done',
    );
    must(
      'for n in $(seq 60); do curl --silent --fail --cacert /etc/ssl/pebble.pem https://members.example.org/readyz && exit 0; sleep 1; done; exit 1',
    );
    const doctor = 'NODE_EXTRA_CA_CERTS=/etc/ssl/pebble.pem membership doctor';
    must(doctor);
    assert.equal(versionIn(box), version);
    assert.match(must('membership logs | cat'), /reset-password\?token=/);
    assert.match(must('membership status | cat'), /Ready: yes/);

    const file = '/media/usb/membership-2026-11-22.tar.gz.age';
    must('install --directory --owner=membership /media/usb');
    const [backup = ''] = await commandsIn('docs/backup.md', '## Make a backup');
    must(backup);
    const [trial = '', start = ''] = (await commandsIn('docs/backup.md', '## Make a backup')).slice(
      1,
    );
    must(trial.replace('FILE', file));
    must(`systemd-run --unit trial ${start.replace('sudo TRIAL=1', '--setenv=TRIAL=1')}
    for n in $(seq 60); do curl --silent --fail localhost:3001/readyz && break; sleep 1; done; systemctl stop trial; rm -r /var/tmp/membership-trial`);

    must('systemctl stop membership');
    for (const command of await commandsIn('docs/backup.md', '## Restore')) must(command);
    must(
      `membership restore ${file} && systemctl start membership && /usr/lib/membership/deploy/wait-until-ready 60`,
    );

    const [update = '', back = ''] = await commandsIn('docs/upgrade.md', '# Upgrading');
    must(update.replace('apt-get install', 'apt-get install --yes').replaceAll('1.0.1', next));
    assert.equal(versionIn(box), next);
    must(back);
    // The next update keeps the state of its own time.
    must('test ! -e /var/lib/membership-previous/unfinished');
    assert.equal(versionIn(box), version);
    assert.equal(
      must("sudo -u postgres psql -Atc 'SELECT count(*) FROM users' membership 2> /dev/null"),
      '1\n',
    );
    for (const command of [doctor, 'membership reconcile', 'membership ledger /media/usb/ledger'])
      must(command);
    await restoreFromRemote(box, `./membership_${version}_amd64.deb`);
    await takeOverClone(box);
  },
);

/** Copies a backup to a remote, empties the installation, and restores it from there. */
async function restoreFromRemote(box: Box, deb: string): Promise<void> {
  const must = mustIn(box);
  const sql = (command: string) =>
    must(`sudo -u postgres psql -Atc "${command}" membership 2> /dev/null`).trim();
  const ready = 'systemctl start membership && /usr/lib/membership/deploy/wait-until-ready 60';
  must(
    'mkdir /srv/cloud && systemd-run --unit cloud rclone serve webdav /srv/cloud --addr 127.0.0.1:8099',
  );
  const defineRemote = async () => {
    for (const command of await commandsIn('docs/backup.md', '## A second place with rclone')) {
      const answered = 'config create offsite webdav url=http://127.0.0.1:8099 vendor=other';
      must(
        command.replace('apt-get install', 'apt-get install --yes').replace(/config$/, answered),
      );
    }
  };
  await defineRemote();
  must('sudo -u membership test -r /etc/membership/rclone.conf');
  sql("UPDATE users SET first_name = 'Entered before'");
  // Until an administrator has answered the notice about the restore, nothing is copied.
  sql(
    'UPDATE restores SET answered_at = now(), answered_by = (SELECT min(id::text)::uuid FROM users)',
  );
  /** What the page does: it chooses the place and asks for a backup. */
  const backUpTo = async (place: string) => {
    sql(`UPDATE company_info SET backup_copy_folder = '${place}'`);
    sql(
      'INSERT INTO backups (id, requested_by, requested_at) SELECT gen_random_uuid(), id, now() FROM users LIMIT 1',
    );
    must(`systemctl restart membership`);
    const done = `SELECT coalesce(copy_failure, file_name) FROM backups
      WHERE copy_folder = '${place}' AND num_nonnulls(copied_at, copy_failure) > 0`;
    return until('the copy', () => sql(done), 60_000);
  };
  for (const command of await commandsIn('docs/backup.md', '## A second folder on Debian')) {
    must(command);
  }
  must(`test -s "/mnt/backups/${await backUpTo('/mnt/backups')}"`);
  const copied = await backUpTo('offsite:');
  must(`test -s "/srv/cloud/${copied}"`);
  must('grep ^BACKUP_PASSPHRASE= /etc/membership/settings > /root/noted');

  must("echo 'membership membership/purge-data boolean true' | debconf-set-selections");
  must('apt-get purge --yes membership');
  must('test ! -e /var/lib/membership && test ! -e /etc/systemd/system/membership.service.d');
  // Caddy imports it, and goes on.
  assert.equal(must('find /etc/membership -type f'), '/etc/membership/Caddyfile\n');
  must('systemctl reload caddy && systemctl restart caddy');
  must(
    'test -z "$(sudo -u postgres psql -Atc "SELECT datname FROM pg_database" 2> /dev/null | grep membership)"',
  );
  answer(box);
  must(`apt-get install --yes ${deb}`);
  assert.notEqual(sql('SELECT first_name FROM users'), 'Entered before');
  must(
    "sed -i '/^BACKUP_PASSPHRASE=/d' /etc/membership/settings && cat /root/noted >> /etc/membership/settings",
  );
  await defineRemote();
  for (const command of await commandsIn('docs/backup.md', '## Restore from a second place')) {
    must(command.replace('FILE', copied));
  }
  must('systemctl stop membership');
  for (const command of await commandsIn('docs/backup.md', '## Restore')) must(command);
  must(`membership restore /var/tmp/offsite/${copied} && ${ready}`);
  assert.equal(sql('SELECT first_name FROM users'), 'Entered before');
  must('membership reconcile');
}

/** Earlier versions were a clone with an account, a unit, a database and data of its own. */
async function takeOverClone(box: Box): Promise<void> {
  const must = mustIn(box);
  must(`set -e
systemctl stop membership
useradd --system --home-dir /srv/membership keeper
install -d -o keeper /srv/membership /srv/membership/data
cp -a /usr/lib/membership /srv/membership/app && rm /srv/membership/app/release.json
sudo -u postgres psql -qc 'CREATE ROLE keeper LOGIN' && sudo -u postgres createdb --owner=keeper of_clone
sed -e "s|^DATABASE_URL=.*|DATABASE_URL='postgresql:///of_clone?host=/var/run/postgresql\\&user=keeper'|" \
  -e '/^SESSION_SECRET=/d' -e '/^DATA_DIR=/d' /etc/membership/settings > /srv/membership/settings
echo 'SESSION_SECRET=the-key-of-the-clone-of-forty-characters' >> /srv/membership/settings
chown -R keeper /srv/membership
printf '[Service]\nUser=keeper\nExecStart=/srv/membership/app/deploy/membership start\n' > /etc/systemd/system/membership.service
systemctl daemon-reload && systemctl start membership && /usr/lib/membership/deploy/wait-until-ready 60
sudo -u postgres psql -qc "UPDATE users SET first_name = 'Of the clone'" of_clone`);
  for (const command of await commandsIn('docs/install.md', '## From a clone into the package')) {
    must(command);
  }
  must('/usr/lib/membership/deploy/wait-until-ready 60');
  const names = must(
    "sudo -u postgres psql -Atc 'SELECT first_name FROM users' membership 2> /dev/null",
  );
  assert.equal(names.trim(), 'Of the clone');
  assert.equal(must('systemctl show --property=User --value membership').trim(), 'membership');
  must('grep ^SESSION_SECRET=the-key-of-the-clone /etc/membership/settings');
  must('membership reconcile');
}

/** The answers to the questions of the package. */
function answer(box: Box): void {
  for (const [name, value] of [
    ['public-name', 'members.example.org'],
    ['email', 'office@example.org'],
  ])
    mustIn(box)(`echo 'membership membership/${name} string ${value}' | debconf-set-selections`);
}

function versionIn(box: Box): string {
  const { said } = box.run('curl --silent localhost:3000/healthz');
  return (JSON.parse(said) as { version: string }).version;
}
