import { useIsMailKept } from '#web/api/menu-counts.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  type ImportDetails,
  inviteImported,
  type Obstacle,
  previewUndo,
  undoImport,
} from '#contract/imports/endpoints.ts';
import { fateNames } from '#contract/imports/fate-names.ts';
import { importWords as words } from '#contract/imports/texts.ts';
import { asApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { paths } from '#web/app/paths.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { ImportCounts } from './import-check.tsx';
import { ImportRows } from './import-rows.tsx';
import { LeftOutColumns } from './left-out-columns.tsx';
import styles from './imports.module.css';
import { recordPath } from './record-path.ts';
import { useImport, useShowImport } from './use-import.ts';

const endings: Partial<Record<ImportDetails['state'], string>> = {
  undone: words.undoneText,
  discarded: words.discardedText,
};

/** What an import has done, with the invitations and the undo. */
export function ImportResult({ details }: { details: ImportDetails }) {
  const { state, isForgotten } = details;
  const ending = endings[state];
  return (
    <>
      <Card title={words.result} className={styles.card}>
        {ending !== undefined && <p>{ending}</p>}
        {isForgotten && state !== 'discarded' && <p>{words.forgottenText}</p>}
        {state !== 'discarded' && state !== 'undone' && (
          <ImportCounts details={details} names={fateNames(state)}>
            <LeftOutColumns {...details} />
            {state === 'imported' && !isForgotten && <Undo details={details} />}
          </ImportCounts>
        )}
      </Card>
      {state === 'imported' && details.kind === 'members' && <Invitations details={details} />}
      {state !== 'discarded' && !isForgotten && <ImportRows details={details} />}
    </>
  );
}

function Undo({ details: { id, kind, counts, problem } }: { details: ImportDetails }) {
  const confirm = useConfirm();
  const show = useShowImport();
  const { send, busy, error } = useCall(undoImport);
  const [obstacles, setObstacles] = useState<readonly Obstacle[]>([]);
  const [failure, setFailure] = useState<string | null>(problem);
  const [isLooking, setLooking] = useState(false);

  async function findObstacles(): Promise<readonly Obstacle[] | null> {
    setLooking(true);
    setFailure(null);
    try {
      const found = await call(previewUndo, { params: { id } });
      setObstacles(found);
      return found;
    } catch (thrown) {
      setFailure(asApiError(thrown).message);
      return null;
    } finally {
      setLooking(false);
    }
  }

  async function undo() {
    const found = await findObstacles();
    if (found === null || found.length > 0) return;
    const question = { title: words.undo, body: words.askUndo, confirm: words.undo };
    if (!(await confirm({ ...question, cancel: 'No, go back', danger: true }))) return;
    const outcome = await send({ params: { id } });
    if (outcome.ok) show(outcome.data);
  }

  return (
    <>
      <FormProblem message={failure ?? error?.message} />
      <div role="status">
        {obstacles.length > 0 && (
          <>
            <p>{words.preventsUndo}</p>
            <ul className={styles.obstacles}>
              {obstacles.map(({ row, sentence, recordId }) => (
                <li key={`${row} ${sentence}`}>
                  {words.row(row)}:{' '}
                  <ObstacleText path={recordPath(kind, recordId)} sentence={sentence} />
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      <div className={styles.actions}>
        {kind === 'members' && counts.new > 0 && (
          <ButtonLink
            kind="primary"
            needs="members.read"
            to={{ pathname: paths.members(), search: `?importId=${id}` }}
          >
            {words.seeMembers(counts.new)}
          </ButtonLink>
        )}
        <Button busy={busy || isLooking} onClick={() => void undo()}>
          {words.undo}
        </Button>
      </div>
    </>
  );
}

function ObstacleText({ path, sentence }: { path: string | null; sentence: string }) {
  return path === null ? sentence : <Link to={path}>{sentence}</Link>;
}

const batches = [50, 200] as const;

function Invitations({ details: { id, notInvited } }: { details: ImportDetails }) {
  const isMailKept = useIsMailKept();
  const notify = useNotify();
  const { refetch } = useImport(id);
  const { send, busy, error } = useCall(inviteImported);
  const [most, setMost] = useState('50');
  const options = [
    ...batches
      .filter((count) => count < notInvited)
      .map((count) => ({ value: String(count), label: words.next(count) })),
    { value: 'all', label: words.all(notInvited) },
  ];
  const chosen = options.some(({ value }) => value === most) ? most : 'all';

  async function invite() {
    const body = { most: chosen === 'all' ? notInvited : Number(chosen) };
    const outcome = await send({ params: { id }, body });
    if (outcome.ok) notify.success(words.invited(outcome.data, isMailKept));
    await refetch();
  }

  return (
    <Card title={words.invitations} className={styles.card}>
      <p>{notInvited === 0 ? words.allInvited(isMailKept) : words.notInvited(notInvited)}</p>
      {notInvited > 0 && <p>{words.endsUndo}</p>}
      <FormProblem message={error?.message} />
      {notInvited > 0 && (
        <SelectField
          label={words.howMany}
          value={chosen}
          options={options}
          onChange={({ target }) => setMost(target.value)}
        />
      )}
      <div className={styles.actions}>
        <Button busy={busy} off={notInvited === 0} onClick={() => void invite()}>
          {words.invite}
        </Button>
      </div>
    </Card>
  );
}
