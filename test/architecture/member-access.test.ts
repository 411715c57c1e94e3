import assert from 'node:assert/strict';
import test from 'node:test';
import { parseSync } from 'vite';
import { assertEmpty } from './assert-none.ts';
import { isTest, sourceOf, readSources, type Source } from './sources.ts';

/** The only file that compares a record's member with the caller's. */
const comparesMembers = 'server/platform/access/member-reach.ts';

/** The functions of that file, the files that may call them, and why. */
const mayImport: Record<string, Record<string, string>> = {
  canAccessMember: {
    'server/features/members/member-access.ts': 'memberFor and its variants',
    'server/features/invoices/invoice-access.ts': 'the same for the invoices of a member',
    'server/features/payments/get-payment-summary.ts': 'others get the initials only',
  },
  isOwnMember: {
    'server/features/privacy/own-consents.ts': 'an administrator cannot consent for a member',
  },
  ownMemberId: {
    'server/features/invoices/queries.ts': 'narrows the search to own invoices',
    'server/features/member-statuses/queries.ts': 'narrows the list to the own status',
    'server/features/members/routes.ts': 'without a filter: the own relatives',
  },
};

interface Node {
  type: string;
  [key: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function nodesIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  if (!isNode(value)) return [];
  return [value, ...Object.values(value).flatMap(nodesIn)];
}

function nameOf(value: unknown): string {
  if (!isNode(value)) return '';
  const name = value['name'] ?? value['value'];
  return typeof name === 'string' ? name : '';
}

/** `by`, `ctx.by`, `session?.caller`, or a variable of type `Caller`. */
function isCaller(value: unknown, callers: Set<string>): boolean {
  if (!isNode(value)) return false;
  if (value.type === 'ChainExpression' || value.type === 'TSNonNullExpression') {
    return isCaller(value['expression'], callers);
  }
  if (value.type === 'LogicalExpression') return isCaller(value['left'], callers);
  const name = value.type === 'MemberExpression' ? value['property'] : value;
  return callers.has(nameOf(name));
}

function isMemberIdPattern(value: unknown): boolean {
  if (!isNode(value) || value.type !== 'ObjectPattern') return false;
  return (value['properties'] as Node[]).some(({ key }) => nameOf(key) === 'memberId');
}

function readsCallersMember(node: Node, callers: Set<string>): boolean {
  if (node.type === 'MemberExpression') {
    return nameOf(node['property']) === 'memberId' && isCaller(node['object'], callers);
  }
  if (node.type === 'VariableDeclarator') {
    return isMemberIdPattern(node['id']) && isCaller(node['init'], callers);
  }
  const isPatternProperty = node.type === 'Property' && callers.has(nameOf(node['key']));
  return isPatternProperty && isMemberIdPattern(node['value']);
}

function callerNames(nodes: Node[]): Set<string> {
  const typed = nodes.filter(
    (node) =>
      node.type === 'Identifier' &&
      JSON.stringify(node['typeAnnotation'] ?? '').includes('"name":"Caller"'),
  );
  return new Set(['by', 'caller', ...typed.map(nameOf)]);
}

function judgedSources(sources: Source[]): Source[] {
  return sources.filter(
    ({ path }) => path.startsWith('server/') && !isTest(path) && path !== comparesMembers,
  );
}

function memberComparisons(sources: Source[]): string[] {
  return judgedSources(sources)
    .filter(({ text }) => text.includes('memberId'))
    .filter(({ path, text }) => {
      const nodes = nodesIn(parseSync(path, text).program.body);
      const callers = callerNames(nodes);
      return nodes.some((node) => readsCallersMember(node, callers));
    })
    .map(({ path }) => `${path} reads the caller's memberId: call memberFor of members/`);
}

function accessImports(sources: Source[]): { name: string; path: string }[] {
  return judgedSources(sources).flatMap(({ path, text }) =>
    Object.keys(mayImport)
      .filter((name) => new RegExp(String.raw`\b${name}\b`).test(text))
      .map((name) => ({ name, path })),
  );
}

const sources = readSources('server/**/*.ts');

test('only server/platform/access/member-reach.ts compares a member with the caller', () => {
  assertEmpty(memberComparisons(sources));
});

test('every way to compare a member with the caller is detected', () => {
  const bodies = [
    'const isOwn = ctx.by?.memberId === id;',
    'const isOwn = by!.memberId === id;',
    'const { memberId } = ctx.by ?? none;',
    'function f({ by: { memberId } }: Work) { return memberId; }',
    'const isOwn = request.session?.caller.memberId === id;',
    'function f(someone: Caller | null) { return someone?.memberId; }',
  ];
  for (const body of bodies) {
    const complaints = memberComparisons([sourceOf('server/features/members/a.ts', body)]);
    assert.equal(complaints.length, 1, body);
  }
});

test('reading the member of a record or creating the caller of a job is not a comparison', () => {
  const list = [
    sourceOf('server/features/a.ts', 'const { memberId } = body; const id = invoice.memberId;'),
    sourceOf('server/features/b.ts', "const by = { userId, role: 'Admin', memberId: null };"),
  ];
  assertEmpty(memberComparisons(list));
});

test('only the listed files use the functions that compare members', () => {
  const expected = Object.entries(mayImport).flatMap(([name, files]) =>
    Object.keys(files).map((path) => ({ name, path })),
  );
  const inOrder = (list: { name: string; path: string }[]) =>
    list.map(({ name, path }) => `${name} in ${path}`).toSorted();
  assert.deepEqual(inOrder(accessImports(sources)), inOrder(expected));
});
