import type { ComponentProps } from 'react'
import { useHref, useLinkClickHandler, useLocation, useResolvedPath } from 'react-router'

/** `state` is the new history entry's. */
type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string; state?: unknown }

/** React Router's `Link` includes framework code, a quarter of the router's size. */
export function Link({ to, state, onClick, ...rest }: LinkProps) {
  const href = useHref(to)
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { state })
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) follow(event)
      }}
    />
  )
}

/** Sets `aria-current` on the current page and, without `end`, below it. */
export function NavLink({ end = false, ...rest }: LinkProps & { end?: boolean }) {
  const here = useLocation().pathname
  const there = useResolvedPath(rest.to).pathname
  const isOpen = here === there || (!end && here.startsWith(`${there}/`))
  return <Link {...rest} aria-current={isOpen ? 'page' : undefined} />
}
