import type { Check, CheckDeps } from './check.ts';
import { backupCheck } from './checks/backups.ts';
import { bookCheck } from './checks/books.ts';
import { cardPaymentCheck } from './checks/card-payments.ts';
import { contentPolicyCheck } from './checks/content-policy.ts';
import { clockCheck, databaseCheck, migrationCheck } from './checks/database.ts';
import { diskCheck, nodeCheck, versionCheck } from './checks/machine.ts';
import { mailCheck, queueCheck } from './checks/mail.ts';
import { erasureCheck } from './checks/erasures.ts';
import { proofCheck } from './checks/proofs.ts';
import { storedSettingsCheck } from './checks/stored-settings.ts';
import { retentionCheck } from './checks/retention.ts';
import { openingCheck } from './checks/opening.ts';
import { paymentComparisonCheck } from './checks/payment-comparison.ts';
import { publicAddressChecks } from './checks/public-address.ts';
import { testPaymentCheck } from './checks/test-payments.ts';
import { twoStepCheck } from './checks/two-step.ts';
import { vatBasisCheck } from './checks/vat-basis.ts';

/** In the order in which they are shown. The public address answers only while the application runs. */
export function systemChecks(deps: CheckDeps, isRunning = true): Check[] {
  const { config } = deps;
  return [
    versionCheck(),
    nodeCheck(),
    databaseCheck(deps),
    migrationCheck(deps),
    clockCheck(deps),
    diskCheck(config),
    backupCheck(deps),
    retentionCheck(deps),
    erasureCheck(deps),
    proofCheck(deps),
    queueCheck(deps),
    storedSettingsCheck(deps),
    twoStepCheck(deps),
    mailCheck(config),
    cardPaymentCheck(config),
    testPaymentCheck(deps),
    openingCheck(deps),
    paymentComparisonCheck(deps),
    bookCheck(deps),
    vatBasisCheck(deps),
    contentPolicyCheck(deps),
    ...(isRunning ? publicAddressChecks(deps) : []),
  ];
}
