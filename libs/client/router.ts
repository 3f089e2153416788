// The part of the router that screens may use. Sharing this file rather than the whole package keeps a shell's
// first script small, and gives every remote the same router.
export {
  BrowserRouter,
  Link,
  NavLink,
  Navigate,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router';
