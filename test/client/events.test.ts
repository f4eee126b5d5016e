import { getEventListeners, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import '@fastify/websocket';
import { WebSocketServer } from 'ws';
import { type SessionEvent, watchSession } from '../../src/client/events.ts';
import { testApp } from '../service/support/app.ts';
import { until } from '../service/support/until.ts';

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

describe('watching a session', () => {
  it('hears changes, also those made while the connection was lost', async () => {
    const service = await testApp();
    cleanUp.push(() => service.close());
    const address = await service.app.listen({ port: 0, host: '127.0.0.1' });
    const { session_id } = (
      await service.app.inject({ method: 'POST', url: '/api/v1/sessions', payload: {} })
    ).json();
    const add = (name: string) =>
      service.app.inject({
        method: 'POST',
        url: `/api/v1/sessions/${session_id}/variables`,
        payload: { name, type: 'real', bounds: [0, 1] },
      });
    const heard: string[] = [];
    const links: boolean[] = [];
    cleanUp.push(
      watchSession(address, session_id, {
        onEvent: ({ type }) => heard.push(type),
        onConnection: (connected) => links.push(connected),
      }),
    );
    await until(() => heard.length > 0);
    expect(heard).toEqual(['connected']);
    await add('x');
    await until(() => heard.includes('variables_changed'));
    for (const socket of service.app.websocketServer.clients) socket.terminate();
    await add('y');
    await until(() => links.length === 3);
    expect(links).toEqual([true, false, true]);
    await until(() => heard.filter((type) => type === 'variables_changed').length === 2);
    expect(heard).not.toContain('resync');
  });

  it('leaves no listener on its signal once it is ended', () => {
    const { signal } = new AbortController();
    const end = watchSession('http://127.0.0.1:9', 'a', { onEvent: () => {}, signal });
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    end();
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('says that something may have been missed where events have no sequence', async () => {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    cleanUp.push(() => server.close());
    await once(server, 'listening');
    server.on('connection', (socket) => {
      socket.send(JSON.stringify({ type: 'connected', data: {} }));
    });
    const heard: string[] = [];
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    cleanUp.push(watchSession(address, 'a', { onEvent: ({ type }) => heard.push(type) }));
    await until(() => heard.length === 1);
    for (const socket of server.clients) socket.terminate();
    await until(() => heard.length === 3);
    expect(heard).toEqual(['connected', 'resync', 'connected']);
  });

  it('asks for what it missed where events have a sequence', async () => {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    cleanUp.push(() => server.close());
    await once(server, 'listening');
    const asked: string[] = [];
    server.on('connection', (socket, request) => {
      asked.push(request.url!);
      socket.send(JSON.stringify({ type: 'experiment_added', data: {}, seq: asked.length * 7 }));
    });
    const events: SessionEvent[] = [];
    const abort = new AbortController();
    watchSession(`http://127.0.0.1:${(server.address() as AddressInfo).port}/base/`, 'a b', {
      onEvent: (event) => events.push(event),
      signal: abort.signal,
    });
    await until(() => events.length === 1);
    for (const socket of server.clients) socket.terminate();
    await until(() => events.length === 2);
    expect(asked).toEqual(['/base/ws/a%20b', '/base/ws/a%20b?since=7']);
    expect(events.map(({ seq }) => seq)).toEqual([7, 14]);
    abort.abort();
    await until(() => server.clients.size === 0);
  });

  it('goes on after the last event it saw when a connection ends before what was missed', async () => {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    cleanUp.push(() => server.close());
    await once(server, 'listening');
    const asked: string[] = [];
    server.on('connection', (socket, request) => {
      asked.push(request.url!);
      socket.send(JSON.stringify({ type: 'connected', data: {}, seq: asked.length * 7 }));
      if (asked.length === 2) socket.close();
    });
    const events: SessionEvent[] = [];
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    cleanUp.push(watchSession(address, 'a', { onEvent: (event) => events.push(event) }));
    await until(() => events.length === 1);
    for (const socket of server.clients) socket.terminate();
    await until(() => events.length === 3);
    expect(asked).toEqual(['/ws/a', '/ws/a?since=7', '/ws/a?since=7']);
  });
});
