import assert from 'node:assert/strict';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { bootBox, type Box, mustIn, noBox } from '#test/support/deploy/box.ts';
import { buildTwoVersions } from '#test/support/deploy/two-versions.ts';

/** `KILLS=20 npm run test:full -- test/deploy/update-killed.test.ts` */
const mostKills = Number(process.env['KILLS'] ?? 4);

test('a package is killed while it changes @full', { skip: noBox }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'membership-update-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const [first, second] = await buildTwoVersions(folder);
  const box = await bootBox(t, 'bookworm', ['postgresql', 'curl', 'procps']);
  await cp(folder, join(box.root, 'root'), { recursive: true });
  const must = mustIn(box);
  const sql = (command: string) =>
    must(
      `runuser -u postgres -- psql --dbname=membership --tuples-only --no-align --command="${command}" 2> /dev/null`,
    ).trim();
  const update = `apt-get install --yes --no-install-recommends ./membership_${second}_amd64.deb`;

  await t.test('it finds PostgreSQL on another port than the usual one', () => {
    must('pg_conftool set port 5433 && systemctl restart postgresql');
    must(`apt-get install --yes --no-install-recommends ./membership_${first}_amd64.deb`);
    must('grep "^DATABASE_URL=.*&port=5433\'$" /etc/membership/settings');
    must('/usr/lib/membership/deploy/wait-until-ready 60');
  });
  sql(`UPDATE users SET first_name = 'Entered before'`);
  const settings = must('sha256sum /etc/membership/settings');
  const assertWhole = (version: string, isMigrated: boolean) => {
    must('/usr/lib/membership/deploy/wait-until-ready 60');
    const health = must('curl --silent localhost:3000/healthz');
    assert.match(health, new RegExp(`"version":"${version}"`));
    assert.equal(sql('SELECT first_name FROM users'), 'Entered before');
    assert.equal(sql(`SELECT to_regclass('of_the_test') IS NOT NULL`), isMigrated ? 't' : 'f');
    assert.equal(must('sha256sum /etc/membership/settings'), settings);
    assert.equal(must('dpkg --audit'), '');
  };
  const toFirst = () => {
    must(`echo $$ > /run/membership-stopped
      systemctl stop membership
      dpkg --force-downgrade --install membership_${first}_amd64.deb
      rm /run/membership-stopped`);
    sql('DROP TABLE IF EXISTS of_the_test');
    sql("DELETE FROM migrations WHERE name = '9990_of_the_test.sql'");
    must('systemctl start membership; /usr/lib/membership/deploy/wait-until-ready 60');
  };

  await t.test('an update is finished by the documented command', (inside) =>
    killAtRandom(inside, box, {
      kills: mostKills,
      command: update,
      finish: `dpkg --install ./membership_${second}_amd64.deb`,
      prepare: toFirst,
      check: () => assertWhole(second, true),
    }),
  );
  await t.test('the way back is finished by the same command', (inside) =>
    killAtRandom(inside, box, {
      kills: Math.ceil(mostKills / 2),
      command: 'membership go-back',
      finish: 'membership go-back',
      prepare: () => {
        if (sql(`SELECT to_regclass('of_the_test') IS NULL`) === 't') must(update);
      },
      check: () => assertWhole(first, false),
    }),
  );
  must('membership reconcile');
});

interface Killed {
  kills: number;
  command: string;
  /** What a person runs afterwards. */
  finish: string;
  prepare: () => void;
  check: () => void;
}

/** The first time it is not killed, to know how long it takes. */
async function killAtRandom(
  t: { diagnostic(message: string): void },
  box: Box,
  { kills, command, finish, prepare, check }: Killed,
): Promise<void> {
  const must = mustIn(box);
  let longest = 0;
  for (let kill = 0; kill <= kills; kill += 1) {
    prepare();
    const begin = Date.now();
    must(
      `systemd-run --quiet --collect --unit=killed --setenv=DEBIAN_FRONTEND=noninteractive --working-directory=/root ${command}`,
    );
    if (kill === 0) {
      while (box.run('systemctl is-active --quiet killed').status === 0) await wait(200);
      longest = Date.now() - begin;
    } else {
      const moment = Math.round(Math.random() * longest);
      await wait(moment);
      const powerCut = kill % 2 === 1;
      t.diagnostic(
        `kill ${kill} after ${moment} ms: ${powerCut ? 'the machine' : 'the command and the service'}`,
      );
      if (powerCut) await box.cutPower();
      else box.run('systemctl kill --signal=KILL killed membership');
      must(finish);
    }
    check();
  }
}
