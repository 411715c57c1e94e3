import { PageTitle } from '#web/ui/page-title.tsx';

/** Empty apart from the layout. Specification §1. */
export function DashboardPage() {
  return <PageTitle>Dashboard</PageTitle>;
}
