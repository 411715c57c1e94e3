import assert from 'node:assert/strict';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { bootBox, noBox } from '#test/support/deploy/box.ts';
import { buildTwoVersions } from '#test/support/deploy/two-versions.ts';

/** `KILLS=20 npm run test:full -- test/deploy/update-killed.test.ts` */
const kills = Number(process.env['KILLS'] ?? 4);

test(
  'an update that is killed at any moment is finished by the documented command @full',
  { skip: noBox },
  async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'membership-update-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const [first, second] = await buildTwoVersions(folder);
    const box = await bootBox(t, 'bookworm', ['postgresql', 'curl', 'procps']);
    await cp(folder, join(box.root, 'root'), { recursive: true });
    const must = (script: string) => {
      const { status, said } = box.run(script);
      assert.equal(status, 0, `${script}\n${said}`);
      return said;
    };
    const update = `apt-get install --yes ./membership_${second}_amd64.deb`;
    const sql = (command: string) =>
      must(
        `runuser -u postgres -- psql --dbname=membership --tuples-only --no-align --command="${command}" 2> /dev/null`,
      ).trim();
    must(`apt-get install --yes ./membership_${first}_amd64.deb`);
    const settings = must('sha256sum /etc/membership/settings');

    let longest = 0;
    for (let kill = 0; kill <= kills; kill += 1) {
      must(`: > /run/membership-stopped
        systemctl stop membership
        dpkg --force-downgrade --install membership_${first}_amd64.deb
        rm /run/membership-stopped`);
      sql('DROP TABLE IF EXISTS of_the_test');
      sql("DELETE FROM migrations WHERE name = '9990_of_the_test.sql'");
      must('systemctl start membership; /usr/lib/membership/deploy/wait-until-ready 60');
      const begin = Date.now();
      must(
        `systemd-run --quiet --collect --unit=update --setenv=DEBIAN_FRONTEND=noninteractive --working-directory=/root ${update}`,
      );
      if (kill === 0) {
        while (box.run('systemctl is-active --quiet update').status === 0) await wait(200);
        longest = Date.now() - begin;
      } else {
        const moment = Math.round(Math.random() * longest);
        await wait(moment);
        const powerCut = kill % 2 === 1;
        t.diagnostic(
          `kill ${kill} after ${moment} ms: ${powerCut ? 'the machine' : 'dpkg and the service'}`,
        );
        if (powerCut) await box.cutPower();
        else box.run('systemctl kill --signal=KILL update membership');
        must(`dpkg --configure -a || true; ${update}`);
      }
      must('/usr/lib/membership/deploy/wait-until-ready 60');
      assert.match(
        must('curl --silent localhost:3000/healthz'),
        new RegExp(`"version":"${second}"`),
      );
      assert.equal(sql('SELECT count(*) FROM users'), '1');
      assert.equal(must('sha256sum /etc/membership/settings'), settings);
      assert.equal(must('dpkg --audit'), '');
    }
    must('membership reconcile');
  },
);
