import { useEffect, useEffectEvent } from 'react'

const turns: Readonly<Record<string, 1 | -1>> = { j: 1, k: -1 }

/** J and K turn to the next and the previous thing, except while somebody types. */
export function useTurningKeys(onTurn: (step: 1 | -1) => void): void {
  const turn = useEffectEvent(onTurn)
  useEffect(() => {
    const press = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      const isTyped =
        target instanceof HTMLElement && target.closest('input:not([type=checkbox]), textarea, select, dialog') !== null
      const step = turns[key]
      if (step !== undefined && !isTyped && !ctrlKey && !metaKey && !altKey) turn(step)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
