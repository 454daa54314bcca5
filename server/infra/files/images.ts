import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { fileTypeFromFile } from 'file-type'
import { because, Failure } from '#shared/rules/failure.ts'
import { limits, sizeOf } from '#shared/rules/limits.ts'
import { type PictureWidth, widestPicture } from '#shared/rules/pictures.ts'
import { outcomes } from './picture-outcomes.ts'
import type { Draft, FileStore } from './stored-file.ts'
import { using } from './using.ts'

const accepted = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/avif'])
const timeoutMs = 20_000

const refusal = 'Please select a valid image file.'

/** A picture in its widths. Disposing it removes what no store has taken. */
export type Pictures = Readonly<Record<PictureWidth, Draft>> & AsyncDisposable

/** Makes of a picture what is kept of it; fails as `toWebp`. */
export async function toPictures(files: FileStore, picture: Draft): Promise<Pictures> {
  const made = new AsyncDisposableStack()
  try {
    const widest = made.use(await toWebp(files, picture))
    const narrower = async (width: PictureWidth) => made.use(await oneByOne(() => unfold(files, widest.path, width)))
    const pictures = { 480: await narrower(480), 960: await narrower(960), [widestPicture]: widest }
    return { ...pictures, [Symbol.asyncDispose]: () => made.disposeAsync() }
  } catch (error) {
    await made.disposeAsync()
    throw error
  }
}

/**
 * Makes one upright WebP in sRGB, without metadata, of a JPEG, PNG, WebP or AVIF (judged by content, not by name), as a draft of
 * the same store. Fails with `too_large` (bytes, or memory to unfold it), `unsupported_media` (another kind of file), `invalid`
 * (broken or moving).
 */
export async function toWebp(files: FileStore, picture: Draft): Promise<Draft> {
  if (picture.size > limits.imageBytes) {
    throw new Failure(
      'too_large',
      `The image is larger than ${sizeOf(limits.imageBytes)}.`,
      because('file.tooLarge', { bytes: limits.imageBytes }),
    )
  }
  const found = await fileTypeFromFile(picture.path)
  if (!found || !accepted.has(found.mime)) throw new Failure('unsupported_media', refusal, because('file.notImage'))
  return oneByOne(() => unfold(files, picture.path, widestPicture))
}

/** Turns a drawing of our own, an SVG, into a PNG whose longer side has so many pixels. */
export function drawPng(files: FileStore, svg: Uint8Array, side: number): Promise<Buffer> {
  return using(files.draft([svg]), ({ path }) => using(unfold(files, path, side, 'png'), (png) => readFile(png.path)))
}

let last: Promise<unknown> = Promise.resolve()

/** Pictures wait for each other, so that their memory is that of one; how many can wait is bounded by the uploads under way. */
function oneByOne<Result>(work: () => Promise<Result>): Promise<Result> {
  const mine = last.then(work)
  last = mine.catch(() => {})
  return mine
}

/**
 * Unfolds a picture in a process of its own: no thread and no memory of the registry is taken, what the decoder does to its process
 * it does to that one alone, and the process knows no setting and no secret.
 */
async function unfold(files: FileStore, path: string, side: number, format: 'webp' | 'png' = 'webp'): Promise<Draft> {
  const child = spawn(process.execPath, [...memoryOptions, program, path, String(side), format], {
    env: frugal,
    stdio: ['pipe', 'pipe', 'ignore'],
    // Ctrl-C reaches us alone; when we end, so does its standard input, and it.
    detached: true,
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  })
  child.stdin.on('error', () => {})
  const [picture, exit] = await Promise.all([files.draft(child.stdout), exitOf(child)])
  if (exit === outcomes.done) return picture
  await picture[Symbol.asyncDispose]()
  throw failureOf(exit)
}

const program = join(import.meta.dirname, 'picture-process.ts')
/** One thread, and what is freed goes back to the system at once: the memory of reading is gone when that of writing begins. */
const frugal = {
  VIPS_CONCURRENCY: '1',
  UV_THREADPOOL_SIZE: '1',
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}
const memoryOptions = ['--max-semi-space-size=1', '--max-old-space-size=32', '--v8-pool-size=1', '--no-warnings']

type Exit = number | NodeJS.Signals | 'not started'

/** The code or the signal that a process ended with. */
async function exitOf(child: ChildProcessByStdio<Writable, Readable, null>): Promise<Exit> {
  const [code, signal] = await once(child, 'exit').catch(() => ['not started'])
  return code ?? signal
}

/** Whoever is killed took too much time or memory; whoever crashes met a picture that is made to break decoders. */
function failureOf(exit: Exit): Failure {
  if (exit === 'not started') return new Failure('unavailable', 'Pictures cannot be read now. Try again in a moment.')
  if (exit === outcomes.tooLarge || exit === 'SIGKILL') {
    return new Failure(
      'too_large',
      'The image has too many pixels for its kind. Save it with fewer, or as an ordinary JPEG (not a progressive one).',
      because('file.tooManyPixels'),
    )
  }
  return new Failure('invalid', refusal, because('file.notImage'))
}
