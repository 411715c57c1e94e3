import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import styles from './page-title.module.css';
import { useOrganisationName, windowTitle } from '#web/api/use-public-settings.ts';
import { useHasNavigated } from '#web/app/router/has-navigated.ts';

interface PageTitleProps {
  children: string;
  /** The count in brackets; left out while loading. */
  count?: number | undefined;
}

/** The page's heading and the window's title; takes the focus after a navigation. */
export function PageTitle({ children, count }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  const hasNavigated = useHasNavigated();
  const organisation = useOrganisationName();
  const words = count === undefined ? children : `${children} (${count})`;

  useEffect(() => {
    document.title = windowTitle(words, organisation);
  }, [words, organisation]);

  // Searching and paging change the address, but not the page.
  const focusHeading = useEffectEvent(() => {
    if (hasNavigated) heading.current?.focus({ preventScroll: true });
  });
  useEffect(() => {
    focusHeading();
  }, [pathname]);

  return (
    <h1 className={styles.title} ref={heading} tabIndex={-1}>
      {words}
    </h1>
  );
}
