import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchRoutes } from 'react-router';
import { isWithin, menuFor } from './app-shell/menu.ts';
import { paths } from './paths.ts';
import { routes } from './routes.ts';

const id = '0199d2a4-7c1e-4c8b-9a51-2f6d3e8b1c70';
const built: Record<string, string[]> = {
  '/': [paths.home()],
  '/login/:userId?': [paths.login(), paths.login(id)],
  '/register': [paths.register()],
  '/donate': [paths.donate()],
  '/forgot-password': [paths.forgotPassword()],
  '/reset-password': [
    paths.resetPassword(),
    paths.resetPassword({ token: 'a+b', email: 'a+b@c.za' }),
  ],
  '/consent': [paths.consent()],
  '/unsubscribe': [paths.unsubscribe()],
  '/proof-of-payment': [paths.proofOfPayment(), paths.proofOfPayment(id)],
  '/privacy': [paths.privacy()],
  '/payment/:type/return/:id': [paths.paymentReturn('donation', id)],
  '/payment/:type/cancelled/:id': [paths.paymentCancelled('subscription', id)],
  '/payment/payfast-redirect/:type/:id': [paths.paymentRedirect('subscription', id)],
  '/payment/payfast-redirect/:invoiceId': [paths.invoicePayment(id)],
  '/member/profile': [paths.profile()],
  '/admin/dashboard': [paths.dashboard()],
  '/admin/getstarted': [paths.getStarted()],
  '/admin/donations': [paths.donations()],
  '/admin/donations/new': [paths.newDonation()],
  '/admin/donations/:id': [paths.donation(id)],
  '/admin/invoice': [paths.invoices()],
  '/admin/invoice/new': [paths.newInvoice()],
  '/admin/invoice/:id': [paths.invoice(id)],
  '/admin/proofs': [paths.proofs()],
  '/admin/bankstatements': [paths.bankStatements()],
  '/admin/bankstatements/new': [paths.newBankStatement()],
  '/admin/bankstatements/:id': [paths.bankStatement(id)],
  '/admin/bankmatching': [paths.bankMatching(), paths.bankMatching({ from: '2026-03-01' })],
  '/admin/bankmatching/:id': [paths.bankLine(id)],
  '/admin/cardnotifications': [paths.cardNotifications(), paths.waitingNotifications()],
  '/admin/credits': [paths.credits()],
  '/admin/monthend': [paths.monthEnd()],
  '/admin/monthend/exceptions': [paths.exceptions()],
  '/admin/monthend/owed': [paths.owed()],
  '/admin/monthend/cashbook': [paths.cashBook()],
  '/admin/bulkemails': [paths.bulkEmails()],
  '/admin/bulkemails/new': [paths.newBulkEmail(), paths.newBulkEmail(id)],
  '/admin/bulkemails/:id': [paths.bulkEmail(id)],
  '/admin/bulkemails/:id/recipients': [paths.bulkRecipients(id)],
  '/admin/maillog': [paths.mailLog()],
  '/admin/unsubscribed': [paths.unsubscribedEmails()],
  '/admin/member': [paths.members()],
  '/admin/member/new': [paths.newMember()],
  '/admin/member/:id': [paths.member(id)],
  '/admin/imports': [paths.imports()],
  '/admin/imports/new': [paths.newImport()],
  '/admin/imports/:id': [paths.import(id)],
  '/admin/duplicates': [paths.duplicates()],
  '/admin/duplicates/:id/:otherId': [paths.mergeMembers(id, id)],
  '/admin/memberstatus': [paths.memberStatuses()],
  '/admin/memberstatus/new': [paths.newMemberStatus()],
  '/admin/memberstatus/:id': [paths.memberStatus(id)],
  '/admin/membertype': [paths.memberTypes()],
  '/admin/membertype/new': [paths.newMemberType()],
  '/admin/membertype/:id': [paths.memberType(id)],
  '/admin/companyinfo': [paths.companyInfo(), paths.companyInfo('bank')],
  '/admin/companyinfo/mail': [paths.mailSettings()],
  '/admin/companyinfo/cards': [paths.cardSettings()],
  '/admin/companyinfo/signin': [paths.signInSettings()],
  '/admin/companyinfo/privacy': [paths.privacySettings()],
  '/admin/backups': [paths.backups()],
  '/admin/retention': [paths.retention()],
  '/admin/restored': [paths.restored()],
  '/admin/users': [paths.users()],
  '/admin/users/new': [paths.newUser()],
  '/admin/users/:id': [paths.user(id)],
  '/admin/twostep': [paths.twoStep()],
  '/admin/audit': [paths.auditLog()],
  '/admin/security': [paths.securityRecord()],
  '/admin/systemcheck': [paths.systemCheck()],
  '/help/:topic?': [paths.help(), paths.help('change-a-fee')],
};

function routeOf(address: string): string | undefined {
  return matchRoutes([...routes], new URL(address, 'http://localhost').pathname)?.[0]?.route.path;
}

test('every route has a builder, and every builder leads to its route', () => {
  assert.deepEqual(Object.keys(built).toSorted(), routes.map(({ path }) => path).toSorted());
  for (const [route, addresses] of Object.entries(built)) {
    for (const address of addresses) assert.equal(routeOf(address), route, address);
  }
});

test('a route behind a sign-in admits one role', () => {
  for (const { path, access } of routes) {
    const area = { staff: '/admin/', Member: '/member/', guest: '/', public: '/' }[access];
    assert.ok(path.startsWith(area) || (access === 'staff' && path.startsWith('/help')), path);
    if (access === 'public' || access === 'guest')
      assert.ok(!/^\/(admin|member)\//.test(path), path);
  }
});

test('what goes into an address is escaped', () => {
  assert.equal(paths.member('a/b?c'), '/admin/member/a%2Fb%3Fc');
  assert.equal(
    paths.resetPassword({ token: 'a+b', email: 'a+b@c.za' }),
    '/reset-password?token=a%2Bb&email=a%2Bb%40c.za',
  );
});

test('the menu has the groups and entries of product-rules 18.2, in their order', () => {
  const outline = menuFor(['Admin']).map(({ label, entries }) => [
    label,
    ...entries.map((entry) => entry.label),
  ]);
  assert.deepEqual(outline, [
    ['Main', 'Dashboard'],
    ['Accounting', 'Donations', 'Invoices', 'Bank', 'Month End'],
    ['Communication', 'Bulk Email', 'Sent Mail'],
    ['Members', 'Members', 'Member Statuses', 'Member Types'],
    ['Maintenance', 'Company Info', 'Users', 'System'],
  ]);
});

test('the menu of a role has what it allows, and an entry leads to its first tab that the role may see', () => {
  const entriesOf = (...roles: string[]) => menuFor(roles).flatMap(({ entries }) => entries);
  const labels = (...roles: string[]) => entriesOf(...roles).map(({ label }) => label);
  const members = ['Members', 'Member Statuses', 'Member Types'];
  assert.deepEqual(labels('Communications'), ['Dashboard', 'Bulk Email', 'Sent Mail', ...members]);
  const system = entriesOf('Auditor').at(-1);
  assert.equal(system?.to, paths.systemCheck());
  assert.deepEqual(
    system?.tabs?.map(({ label }) => label),
    ['Check', 'Audit'],
  );
});

test('a page of an entry’s tabs, records and pages below belongs to the entry', () => {
  const entries = menuFor(['Admin']).flatMap((group) => group.entries);
  const within = (path: string) =>
    entries.filter((entry) => isWithin(entry, path)).map(({ label }) => label);
  assert.deepEqual(within(paths.credits()), ['Bank']);
  assert.deepEqual(within(paths.bankLine(id)), ['Bank']);
  assert.deepEqual(within(paths.mergeMembers(id, id)), ['Members']);
  assert.deepEqual(within(paths.memberStatuses()), ['Member Statuses']);
});

test('a Member’s menu is My Profile, that of an unknown role is empty', () => {
  const [group, ...others] = menuFor(['Member']);
  assert.deepEqual(
    group?.entries.map(({ label, to }) => [label, to]),
    [['My Profile', '/member/profile']],
  );
  assert.deepEqual(others, []);
  assert.deepEqual(menuFor(['Owner']), []);
});
