import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type * as core from 'zod/v4/core';
import * as z from 'zod/mini';
import { success } from '#contract/envelope.ts';
import { allEndpoints } from '#test/support/endpoints.ts';
import { swift } from './swift.ts';

/** What is wrong anywhere, and a field that no schema has. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(null, undefined, '', 'x', -1, 0.5, 2 ** 60, true, [], [null], {}),
  fc.constantFrom<unknown>({ more: 1 }, { __proto__: null, more: 1 }, new Date(0)),
);
const unknownField = fc.record(
  { unknownField: fc.constant('told to nobody') },
  { requiredKeys: [] },
);

/** Mostly what the schema asks for, with fields that it does not know, and now and then something odd. */
function valuesOf(schema: core.$ZodType): fc.Arbitrary<unknown> {
  const right = rightOf((schema as core.$ZodTypes)._zod.def);
  return fc.oneof({ weight: 40, arbitrary: right }, { weight: 1, arbitrary: odd });
}

function rightOf(def: core.$ZodTypes['_zod']['def']): fc.Arbitrary<unknown> {
  switch (def.type) {
    case 'object': {
      const shape = Object.entries(def.shape).map(([name, field]) => [name, valuesOf(field)]);
      const known = fc.record<Record<string, unknown>>(Object.fromEntries(shape));
      const some = fc.record<Record<string, unknown>>(Object.fromEntries(shape), {
        requiredKeys: [],
      });
      const fields = fc.oneof({ weight: 20, arbitrary: known }, { weight: 1, arbitrary: some });
      return fc.tuple(fields, unknownField).map(([one, more]) => ({ ...one, ...more }));
    }
    case 'array':
      return fc.array(valuesOf(def.element), { maxLength: 3 });
    case 'nullable':
      return fc.oneof(valuesOf(def.innerType), fc.constant(null));
    case 'optional':
      return fc.oneof(valuesOf(def.innerType), fc.constant(undefined));
    case 'union':
      return fc.oneof(...def.options.map(valuesOf));
    case 'record':
      return fc.dictionary(fc.constantFrom('one', 'other'), valuesOf(def.valueType));
    case 'literal':
      return fc.constantFrom<unknown>(...def.values);
    case 'enum':
      return fc.constantFrom<unknown>(...Object.values(def.entries));
    case 'string':
      return fc.constantFrom(
        '',
        'text',
        '2027-03-10',
        '4f1c2d3e-0000-4000-8000-00000000000a',
        'a@b.co',
      );
    case 'number':
      return fc.constantFrom(0, 1, 25, 99.5);
    case 'boolean':
      return fc.boolean();
    case 'unknown':
      return fc.jsonValue({ maxDepth: 2 });
    case 'null':
      return fc.constant(null);
    default:
      throw new Error(`No value is known for ${def.type}: tell this test one.`);
  }
}

/** What is sent, with its fields in their order, or all that is wrong. */
function outcomeOf(parse: (value: unknown) => unknown, value: unknown) {
  try {
    return { sent: JSON.stringify(parse(value)) };
  } catch (error) {
    assert.ok(error instanceof z.core.$ZodError, String(error));
    return { wrong: error.issues };
  }
}

const replies = (await allEndpoints()).flatMap(({ name, endpoint }) =>
  endpoint.reply ? [{ name, reply: success(endpoint.reply) }] : [],
);

test('each call answers what its contract says and no more, and nothing that it refuses', () => {
  const counts = { sent: 0, wrong: 0 };
  for (const { name, reply } of replies) {
    const check = swift(reply);
    const agree = fc.property(valuesOf(reply), (value) => {
      const outcome = outcomeOf(check, value);
      assert.deepEqual(
        outcome,
        outcomeOf((given) => z.parse(reply, given), value),
        name,
      );
      if (outcome.sent === undefined) counts.wrong += 1;
      else counts.sent += 1;
      assert.ok(!outcome.sent?.includes('told to nobody'), name);
    });
    fc.assert(agree, { numRuns: 60 });
  }
  const least = 10 * replies.length;
  assert.ok(counts.sent > least && counts.wrong > least, JSON.stringify(counts));
});

test('a schema that asks for more than its fields still does', () => {
  const short = z.array(z.string()).check(z.maxLength(1, 'Too many.'));
  const field = z.union([z.string(), z.undefined()]);
  const ordered = z
    .object({ from: z.number(), to: z.number() })
    .check(z.refine(({ from, to }) => from <= to, 'The wrong way round.'));
  const schemas = [short, z.strictObject({ field }), z.looseObject({ field }), ordered];
  const values = [['a'], ['a', 'b'], { field: 'a' }, { field: 'a', more: 1 }, {}];
  const spans = [
    { from: 1, to: 2 },
    { from: 2, to: 1 },
  ];
  for (const schema of schemas) {
    for (const value of [...values, ...spans]) {
      const expected = outcomeOf((given) => z.parse<z.ZodMiniType>(schema, given), value);
      assert.deepEqual(outcomeOf(swift(schema), value), expected);
    }
  }
});
