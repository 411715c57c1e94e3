import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { formatMonth } from '#contract/days.ts';
import { requiredText } from '#contract/fields.ts';
import { accountKindNames, accountKinds, type Accounts } from '#contract/month-end/accounts.ts';
import { type MonthEndSettings, updateMonthEndSettings } from '#contract/month-end/endpoints.ts';
import { monthEndTexts as texts } from '#contract/month-end/texts.ts';
import { useCall } from '#web/api/use-call.ts';
import { FieldsDialog } from '#web/forms/fields-dialog.tsx';
import { CheckboxField } from '#web/ui/fields/checkbox-field.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { monthEndKey } from './month-end-key.ts';
import styles from './month-end.module.css';

interface Props {
  settings: MonthEndSettings;
  onClose: () => void;
}

/** Each account has two fields, `bank.code` and `bank.name`. */
const form = z.catchall(
  z.object({
    yearEndMonth: z.string(),
    showsDeferred: z.optional(z.string()),
    taxRate: requiredText('Please enter a tax rate.', 60),
  }),
  requiredText('Please fill in this field.', 100),
);

const months = Array.from({ length: 12 }, (_, place) => ({
  value: String(place + 1),
  label: formatMonth(`2027-${String(place + 1).padStart(2, '0')}`).slice(0, 3),
}));

/** The end of the financial year, and the accounts of the accounting program. */
export function SettingsDialog({ settings, onClose }: Props) {
  const client = useQueryClient();
  const notify = useNotify();
  const { send, busy } = useCall(updateMonthEndSettings);
  return (
    <FieldsDialog
      title={texts.settings}
      explained="Ask your accountant for the codes and names of the accounts. Sage and Xero use the codes, QuickBooks uses the names."
      confirm="Save"
      busy={busy}
      changesOnly
      schema={form}
      onClose={onClose}
      onConfirm={async ({ yearEndMonth, showsDeferred, taxRate, ...fields }) => {
        const body = {
          yearEndMonth: Number(yearEndMonth),
          showsDeferred: showsDeferred !== undefined,
          taxRate,
          accounts: accountsOf(fields),
        };
        const outcome = await send({ body });
        if (!outcome.ok) return outcome.error;
        notify.success(texts.settingsSaved);
        onClose();
        await client.invalidateQueries({ queryKey: monthEndKey });
        return null;
      }}
      renderFields={(problems) => (
        <>
          <SelectField
            name="yearEndMonth"
            label="Last month of the financial year"
            options={months}
            defaultValue={String(settings.yearEndMonth)}
          />
          <CheckboxField
            name="showsDeferred"
            label="Spread membership fees over the days that they pay for (deferred income)"
            defaultChecked={settings.showsDeferred}
          />
          <TextField
            name="taxRate"
            label="Tax rate in Xero"
            hint="As Xero calls it, of income with VAT. It is used only while no VAT basis is chosen in Company Info: after that no line is left to split."
            defaultValue={settings.taxRate}
            error={problems['taxRate']}
          />
          {accountKindNames.map((kind) => (
            <fieldset key={kind} className={styles.account}>
              <legend>{accountKinds[kind].label}</legend>
              <TextField
                name={`${kind}.code`}
                label="Code"
                maxLength={20}
                defaultValue={settings.accounts[kind].code}
                error={problems[`${kind}.code`]}
              />
              <TextField
                name={`${kind}.name`}
                label="Name"
                maxLength={100}
                defaultValue={settings.accounts[kind].name}
                error={problems[`${kind}.name`]}
              />
            </fieldset>
          ))}
        </>
      )}
    />
  );
}

function accountsOf(fields: Record<string, string | undefined>): Accounts {
  return Object.fromEntries(
    accountKindNames.map((kind) => [
      kind,
      { code: fields[`${kind}.code`] ?? '', name: fields[`${kind}.name`] ?? '' },
    ]),
  ) as Accounts;
}
