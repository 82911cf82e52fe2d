/** `npm run build`: builds the site and the server. */
import './build-site.ts';
import './build-server.ts';
