import {
  Component,
  type ComponentType,
  createElement,
  type ReactNode,
  useSyncExternalStore,
} from 'react';
import type { Frame } from './load-page.ts';
import type { Router, Shown } from './router.ts';
import { useScroll } from './use-scroll.ts';
import { NowShown } from './use-router.ts';

interface Surroundings {
  /** Around every page. */
  Root: Frame;
  /** Until the first page's code is there. */
  Waiting: ComponentType;
  /** Instead of all, when a page fails or its code can't be fetched. */
  Failure: ComponentType<{ error: unknown }>;
}

type RouterViewProps = Surroundings & { router: Router };

/** The page of the address, within its frames. */
export function RouterView({ router, ...around }: RouterViewProps) {
  const shown = useSyncExternalStore(router.subscribe, router.shown, router.shown);
  return (
    <NowShown value={{ router, shown }}>
      <FailureCatcher shown={shown} Failure={around.Failure}>
        <Page shown={shown} {...around} />
      </FailureCatcher>
      <Scrolling />
    </NowShown>
  );
}

function Page({ shown: { page, error }, Root, Waiting, Failure }: Surroundings & { shown: Shown }) {
  if (error !== null) return <Failure error={error} />;
  if (page === null) return <Waiting />;
  return (
    <Root>
      {page.frames.reduceRight<ReactNode>(
        (inside, frame) => createElement(frame, null, inside),
        <page.Component />,
      )}
    </Root>
  );
}

function Scrolling() {
  useScroll();
  return null;
}

interface CatcherProps extends Pick<Surroundings, 'Failure'> {
  shown: Shown;
  children: ReactNode;
}

interface CatcherState {
  shown: Shown;
  caught: { error: unknown } | null;
}

/** Only a class can catch what goes wrong below it. Going elsewhere leaves it behind. */
class FailureCatcher extends Component<CatcherProps, CatcherState> {
  override state: CatcherState = { shown: this.props.shown, caught: null };

  static getDerivedStateFromError(error: unknown): Partial<CatcherState> {
    return { caught: { error } };
  }

  static getDerivedStateFromProps(props: CatcherProps, state: CatcherState) {
    return props.shown === state.shown ? null : { shown: props.shown, caught: null };
  }

  override render() {
    const { Failure, children } = this.props;
    const { caught } = this.state;
    return caught ? <Failure error={caught.error} /> : children;
  }
}
