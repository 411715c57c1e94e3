import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { InputOf } from '#contract/endpoint.ts';
import {
  listBankAccounts,
  type StatementDetails,
  type updateStatement,
} from '#contract/bank-statements/endpoints.ts';
import { bankNames, bankWords as words } from '#contract/bank-statements/texts.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import styles from './bank-statements.module.css';

const newOne = 'new';

type Bank = (typeof bankNames)[number];

/** The account of the statement: the one that it names, one that is chosen, or a new one. */
export function useAccountChoice({ account, accountNumber, bank }: StatementDetails) {
  const [picked, choose] = useState<string | null>(null);
  // The account can become known when the columns are read.
  const chosen = picked ?? account?.id ?? newOne;
  const [values, setValues] = useState<{ bank: string; number: string; name: string }>({
    bank: bankNames.find((name) => name === bank) ?? '',
    number: accountNumber ?? '',
    name: '',
  });
  const body = (): InputOf<typeof updateStatement>['body'] =>
    chosen === newOne
      ? { newAccount: { ...values, bank: values.bank as Bank } }
      : { accountId: chosen };
  return { newOne, chosen, choose, values, setValues, body };
}

interface Props {
  choice: ReturnType<typeof useAccountChoice>;
  error: ApiError | null;
  onChoose: (accountId: string) => void;
}

export function AccountChoice({ choice, error, onChoose }: Props) {
  const { chosen, values, setValues } = choice;
  const { data: accounts = [] } = useQuery({
    queryKey: ['bankAccounts'],
    queryFn: ({ signal }) => call(listBankAccounts, { signal }),
    refetchOnMount: 'always',
  });
  return (
    <>
      <SelectField
        label={words.account}
        value={chosen}
        onChange={({ target }) => onChoose(target.value)}
        options={[
          ...accounts.map(({ id, bank, number, name }) => ({
            value: id,
            label: words.accountOf(bank, number, name),
          })),
          { value: newOne, label: words.newAccount },
        ]}
        error={messageAt(error, 'accountId')}
      />
      {chosen === newOne && (
        <div className={styles.columns}>
          <SelectField
            label={words.bank}
            placeholder="Choose…"
            value={values.bank}
            onChange={({ target }) => setValues({ ...values, bank: target.value })}
            options={bankNames.map((name) => ({ value: name, label: name }))}
            error={messageAt(error, 'newAccount.bank')}
          />
          <TextField
            label={words.number}
            inputMode="numeric"
            value={values.number}
            onChange={({ target }) => setValues({ ...values, number: target.value })}
            error={messageAt(error, 'newAccount.number')}
          />
          <TextField
            label={words.accountName}
            hint={words.accountNameHint}
            value={values.name}
            onChange={({ target }) => setValues({ ...values, name: target.value })}
            error={messageAt(error, 'newAccount.name')}
          />
        </div>
      )}
    </>
  );
}

function messageAt(error: ApiError | null, field: string): string {
  return error?.errors.find((each) => each.field === field)?.message ?? '';
}
