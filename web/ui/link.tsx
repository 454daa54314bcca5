import type { ComponentProps } from 'react'
import { useHref, useLinkClickHandler, useLocation, useResolvedPath } from 'react-router'

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string }

/** A link inside the app. The router's own `Link` brings along what only its framework uses, a quarter of its weight. */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const href = useHref(to)
  const follow = useLinkClickHandler<HTMLAnchorElement>(to)
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

/** A link that says when it leads to the screen that is open, or unless `end`, to one above it. */
export function NavLink({ end = false, ...rest }: LinkProps & { end?: boolean }) {
  const here = useLocation().pathname
  const there = useResolvedPath(rest.to).pathname
  const isOpen = here === there || (!end && here.startsWith(`${there}/`))
  return <Link {...rest} aria-current={isOpen ? 'page' : undefined} />
}
