import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import S3rver from 's3rver'

export async function startS3(folder: string) {
  const directory = join(folder, 's3')
  await mkdir(directory)
  const configureBuckets = [{ name: 'registry', configs: [] }]
  const s3 = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets })
  const { port } = await s3.run()
  return {
    settings: {
      STORAGE_URL: `s3://registry?endpoint=http://127.0.0.1:${port}&region=eu-1`,
      // This server's default keys.
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    },
    stop: () => s3.close(),
  }
}
