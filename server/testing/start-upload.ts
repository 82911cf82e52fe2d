import { type ClientRequest, request } from 'node:http';

/** Starts an upload by sending only the beginning of its body. */
export function startUpload(port: number, token: string, beginning: string): ClientRequest {
  const started = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/upload',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
  });
  started.on('error', () => {});
  started.write(beginning);
  return started;
}
