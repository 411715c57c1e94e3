import { type MemberSummary, summarizeMembers, summaryTexts } from '#contract/summaries.ts';
import { StatusFigures } from '#web/lists/summary/status-figures.tsx';
import { searchFor, SummaryState, useSummary } from '#web/lists/summary/summary-state.tsx';

export function MembersSummary() {
  const summary = useSummary('members', summarizeMembers, {});
  return <SummaryState {...summary}>{(data) => <Statuses {...data} />}</SummaryState>;
}

function Statuses({ statuses }: MemberSummary) {
  const rows = statuses.map(({ id, name, count }) => ({
    name,
    count,
    search: searchFor({ memberStatusID: id }),
  }));
  if (rows.every(({ count }) => count === 0)) return <p>{summaryTexts.noMembers}</p>;
  return <StatusFigures title={summaryTexts.membersByStatus} rows={rows} />;
}
