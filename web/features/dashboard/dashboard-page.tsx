import { PageTitle } from '#web/ui/page-title.tsx';

/** Empty apart from the layout. product-rules 11.2. */
export function DashboardPage() {
  return <PageTitle>Dashboard</PageTitle>;
}
