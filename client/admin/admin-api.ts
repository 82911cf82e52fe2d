import { apiOf } from '#client/api-client/api.ts';
import { adminEndpoints } from '#shared/admin-endpoints.ts';

/** The endpoints for admins, which the other pages do not download. */
export const adminApi = apiOf(adminEndpoints);
