import { Fragment } from 'react'

/** A serial number that breaks between its parts where a line is too short, never inside a number. */
export function SerialNumber({ serial }: { serial: string }) {
  return (
    <span className="tabular">
      {serial.split('-').map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one serial number never move
        <Fragment key={index}>
          {index > 0 && (
            <>
              -<wbr />
            </>
          )}
          <span className="whitespace-nowrap">{part}</span>
        </Fragment>
      ))}
    </span>
  )
}
