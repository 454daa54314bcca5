import { createServer } from 'node:http'
import { act, renderHook, waitFor } from '@testing-library/react'
import { BrowserRouter, useLocation } from 'react-router'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listProjects } from '#shared/contract/projects.ts'
import { siteConfig } from '#shared/contract/registry.ts'
import { routeToServer } from './test-server.ts'
import { testSite } from './test-site.ts'
import { useList } from './use-list.ts'

function listAt(search: string, when = false) {
  window.history.replaceState(null, '', `/projects${search}`)
  const given = { tenantId: 't', isAdmin: undefined }
  const { result } = renderHook(
    () => ({ list: useList(listProjects, { given, sort: '-createdAt', when }), location: useLocation() }),
    { wrapper: BrowserRouter },
  )
  return result
}
const queryAt = (search: string) =>
  Object.fromEntries(Object.entries(listAt(search).current.list.query).filter(([, value]) => value !== undefined))

test('a list is requested with the parameters of the address that its endpoint takes', () => {
  expect(queryAt('?q=mangrove&status=approved&country=KE&sort=projectName')).toEqual({
    tenantId: 't',
    q: 'mangrove',
    status: 'approved',
    country: 'KE',
    sort: 'projectName',
  })
})

test('values that the screen sets or that are no field of the query are not sent', () => {
  expect(queryAt('?tenantId=u&isAdmin=true&tab=x')).toEqual({ tenantId: 't', sort: '-createdAt' })
})

describe('with a server that refuses', () => {
  const addresses: string[] = []
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    if (pathname !== listProjects.path) return response.end(JSON.stringify(siteConfig.parse(testSite)))
    addresses.push(String(searchParams))
    const details = [
      ...(searchParams.get('sort') === 'colour' ? [{ path: 'sort' }] : []),
      ...searchParams.getAll('status').flatMap((value, at) => (value === 'lost' ? [{ path: `status.${at}` }] : [])),
      ...(searchParams.has('cursor') ? [{ path: 'cursor' }] : []),
      ...(searchParams.has('country', 'zz') ? [{ path: 'country.0' }] : []),
    ]
    if (details.length === 0) return response.end(JSON.stringify({ items: [], total: 0, nextCursor: null }))
    return response.writeHead(400).end(JSON.stringify({ code: 'invalid', message: '', details }))
  })
  let stop: () => Promise<void>
  beforeAll(async () => {
    stop = await routeToServer(server)
  })
  afterAll(() => stop())

  test('refused values are left out at the second request, others stay', async () => {
    const result = listAt('?status=lost&status=approved&country=zz&sort=colour&type=Solar', true)
    await waitFor(() => expect(result.current.list.page.data?.total).toBe(0))
    expect(addresses).toHaveLength(2)
    expect(Object.fromEntries(new URLSearchParams(addresses[1]))).toEqual({
      limit: '25',
      status: 'approved',
      tenantId: 't',
      type: 'Solar',
    })
    expect(result.current.list.leftOut).toEqual(['lost', 'zz'])
    expect(result.current.list.choice('status')).toEqual(['approved'])
    expect(result.current.list.filter('country')).toBe('')
  })

  test('a refused place shows the first page', async () => {
    const result = listAt('?cursor=zzz', true)
    await waitFor(() => expect(result.current.list.page.data?.total).toBe(0))
    expect(addresses.at(-1)).not.toContain('cursor')
    expect(result.current.list.isFiltered).toBe(false)
  })
})

test('a list is filtered by search, filter and place, not by its order', () => {
  expect(listAt('?sort=projectName').current.list.isFiltered).toBe(false)
  for (const search of ['?q=mangrove', '?status=approved', '?cursor=abc']) {
    expect(listAt(search).current.list.isFiltered, search).toBe(true)
  }
})

test('another filter starts at the first page, and the way back leads to the page before', () => {
  const result = listAt('')
  act(() => result.current.list.next('second')?.())
  expect(result.current.location.search).toBe('?cursor=second')
  act(() => result.current.list.next('third')?.())
  act(() => result.current.list.previous?.())
  expect(result.current.location.search).toBe('?cursor=second')
  act(() => result.current.list.setFilter('status', 'approved'))
  expect(result.current.location.search).toBe('?status=approved')
})

test('of two filters that are changed at once, both are kept', () => {
  const result = listAt('?type=Solar')
  act(() => {
    result.current.list.setFilter('type', '')
    result.current.list.setFilter('status', 'approved')
    result.current.list.setSort('projectName')
  })
  expect(result.current.location.search).toBe('?status=approved&sort=projectName')
})
