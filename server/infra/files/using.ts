/** Disposes the resource on every path. */
export async function using<Resource extends AsyncDisposable, Result>(
  taken: Promise<Resource>,
  work: (resource: Resource) => Promise<Result>,
): Promise<Result> {
  const resource = await taken
  try {
    return await work(resource)
  } finally {
    await resource[Symbol.asyncDispose]()
  }
}
