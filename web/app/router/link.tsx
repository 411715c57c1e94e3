import type { ComponentProps, MouseEvent } from 'react';
import { addressFrom, hrefOf, type To } from './location.ts';
import { useRouter } from './use-router.ts';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: To;
  /** Takes the place of this entry of the history. */
  replace?: boolean;
}

/** A link within the site, which needs no new document; to other sites, an ordinary one. */
export function Link({ to, replace, onClick, ...link }: LinkProps) {
  const { router, shown } = useRouter();
  const href = isElsewhere(to) ? to : hrefOf(addressFrom(to, shown.location.pathname));

  function go(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    if (event.defaultPrevented || isElsewhere(to) || isForBrowser(event)) return;
    event.preventDefault();
    // The same address again would only be one more press of Back.
    const isHere = href === hrefOf(shown.location);
    void router.navigate(to, { replace: replace ?? isHere });
  }

  return (
    <a {...link} href={href} onClick={go}>
      {link.children}
    </a>
  );
}

/** Of a menu: says which entry is the page that is shown, or has it below. */
export function MenuLink({ to, ...link }: LinkProps & { to: string }) {
  const { pathname } = useRouter().shown.location;
  const isCurrent = pathname === to || pathname.startsWith(`${to}/`);
  return <Link {...link} to={to} aria-current={isCurrent ? 'page' : undefined} />;
}

function isElsewhere(to: To): to is string {
  return typeof to === 'string' && URL.canParse(to);
}

/** A new tab, a download, the menu of the right button. */
function isForBrowser(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { button, metaKey, altKey, ctrlKey, shiftKey, currentTarget } = event;
  const { target } = currentTarget;
  const isOther = target !== '' && target !== '_self';
  return button !== 0 || isOther || metaKey || altKey || ctrlKey || shiftKey;
}
