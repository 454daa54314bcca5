const reveal = 'reveal'

/** Focuses a control, also one in a step of a form that is not shown. */
export function focusRevealed(control: HTMLElement | null | undefined): void {
  control?.dispatchEvent(new CustomEvent(reveal, { bubbles: true }))
  control?.focus()
}

/** `open` shows the control and focuses it, if it is hidden. Returns how to stop listening. */
export function onReveal(place: HTMLElement, open: (control: HTMLElement) => void): () => void {
  const listen = ({ target }: Event) => {
    if (target instanceof HTMLElement) open(target)
  }
  place.addEventListener(reveal, listen)
  return () => place.removeEventListener(reveal, listen)
}
